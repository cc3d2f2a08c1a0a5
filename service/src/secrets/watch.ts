import type { Database } from '../db/database.ts';
import { loadInto } from './open.ts';
import type { SecretKeys } from './secret-keys.ts';
import type { Secrets } from './secrets.ts';

/** The backstop for a lost NOTIFY. A new key seals only after `HEAD_START_SECONDS`, when every node has it. */
const EVERY_MS = 30_000;
const LOAD_AT_MOST_EVERY_MS = 100;

export type SecretsWatch = {
  /** The data keys changed, or may have changed. */
  refresh(): void;
  stop(): void;
};

/** Loads data keys again when they change. Until that succeeds, the node continues with those that it has. */
export function watchSecrets(
  db: Database,
  secrets: Secrets,
  keys: SecretKeys,
  onError: (error: unknown) => void,
): SecretsWatch {
  let loading: Promise<unknown> | null = null;
  let again: NodeJS.Timeout | null = null;
  const refresh = () => {
    if (again) return;
    if (loading) {
      // A load that is under way may have read before the change.
      again = setTimeout(() => {
        again = null;
        refresh();
      }, LOAD_AT_MOST_EVERY_MS).unref();
      return;
    }
    loading = loadInto(secrets, db, keys)
      .catch(onError)
      .finally(() => {
        loading = null;
      });
  };
  const timer = setInterval(refresh, EVERY_MS).unref();
  return {
    refresh,
    stop: () => {
      clearInterval(timer);
      if (again) clearTimeout(again);
    },
  };
}
