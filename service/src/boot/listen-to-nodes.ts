import type { KeyAuthenticator } from '../access/authenticate-key.ts';
import type { Sessions } from '../access/sessions.ts';
import { type Listener, listen } from '../db/listen.ts';
import type { Feed } from '../events/feed.ts';
import { RESENT_CHANNEL } from '../events/feed-store.ts';
import { RAILS_CHANNEL, type Registry } from '../rails/registry.ts';
import { CHANNEL as DATA_KEYS_CHANNEL } from '../secrets/store.ts';
import type { SecretsWatch } from '../secrets/watch.ts';
import type { Throttles } from '../tenancy/throttles.ts';
import { type Announcer, WAKE_CHANNEL } from '../workers/announce.ts';

type Told = {
  readonly keys: KeyAuthenticator;
  readonly sessions: Sessions;
  readonly feed: Feed;
  readonly announcer: Announcer;
  readonly throttles: Throttles;
  readonly registry: Registry;
  readonly secretsWatch: SecretsWatch;
};

/** Other nodes announce what they revoke or write. After a lost connection all cached data is checked again. */
export function listenToNodes(connectionString: string, told: Told): Listener {
  const { keys, sessions, feed, announcer, throttles, registry, secretsWatch } = told;
  const channels = {
    rialto_keys: (id: string) => {
      keys.forget(id);
      feed.recheck(id);
    },
    rialto_sessions: (id: string) => {
      sessions.forget(id);
      feed.recheck(id);
    },
    [RESENT_CHANNEL]: feed.repeat,
    rialto_throttles: throttles.refresh,
    [RAILS_CHANNEL]: registry.refresh,
    [DATA_KEYS_CHANNEL]: secretsWatch.refresh,
    [WAKE_CHANNEL]: announcer.hear,
  };
  return listen(connectionString, channels, () => {
    keys.forget();
    sessions.forget();
    feed.recheck();
    throttles.refresh();
    registry.refresh();
    secretsWatch.refresh();
    announcer.heardNothing();
  });
}
