import { useEffect, useState } from 'react';
import { addressAt } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { CopyIt } from '../ui/copy-it.tsx';
import { Go } from '../ui/go.tsx';
import { useChange } from '../world/change.ts';
import { useRead } from '../world/read.ts';
import { useWorld } from '../world/world.tsx';
import classes from './home.module.css';

type ServerLineProps = { amount: bigint; currency: string; customer: string; mayMakeKeys: boolean };

/** The same payment as a line for a terminal, with this host and the reader's own key. */
export function ServerLine({ amount, currency, customer, mayMakeKeys }: ServerLineProps) {
  const { t } = useTexts();
  const key = useStarterKey(mayMakeKeys);
  const body = `{"amount":${amount},"currency":"${currency}","customer":"${customer}"}`;
  const line = [
    `curl ${location.origin}${addressAt('/api/v1/payments')} \\`,
    `  -H "Authorization: Bearer ${key ?? '$KEY'}" \\`,
    '  -H "Content-Type: application/json" \\',
    `  -d '${body}'`,
  ].join('\n');
  if (!mayMakeKeys || key === undefined) return null;
  return (
    <section className={classes.server} aria-labelledby="first-server">
      <h2 id="first-server">{t('start.server')}</h2>
      <p className={classes.quiet}>{t(key === null ? 'start.curlUsed' : 'start.curl')}</p>
      <pre>{line}</pre>
      <div className={classes.serverActs}>
        <CopyIt text={line} variant="default" />
        {key === null && <Go to="/keys">{t('start.keys')}</Go>}
      </div>
    </section>
  );
}

/** The text of the first key. Null once a server uses it or it was never made, undefined until that is known. */
function useStarterKey(mayMakeKeys: boolean): string | null | undefined {
  const { integration } = useWorld()!;
  const [key, setKey] = useState<string | null>();
  const keys = useRead('/integrations/{id}/keys', {
    params: { id: integration },
    query: { limit: 100 },
    enabled: mayMakeKeys,
  });
  const isUnused = keys.data?.data.some(
    ({ starter, status, last_used_at }) => starter && status === 'active' && last_used_at === null,
  );
  const { run } = useChange('POST', '/integrations/{id}/starter_key');
  // biome-ignore lint/correctness/useExhaustiveDependencies: each call makes a new key, so it is made once for a visit
  useEffect(() => {
    if (isUnused === undefined || key !== undefined) return;
    const shown = isUnused ? run({ params: { id: integration } }) : Promise.resolve({ key: undefined });
    shown.then(
      (made) => setKey(made.key ?? null),
      () => setKey(null),
    );
  }, [integration, isUnused]);
  return key;
}
