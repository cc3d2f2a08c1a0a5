import type { CodeMethod } from '../../../contract/src/auth.ts';
import type { CodeMessage } from '../accounts/people.ts';
import { MOST_WRONG_CODES } from '../accounts/throttle.ts';
import type { Statement } from '../db/database.ts';
import { MOST_RESENDS, MOST_TRIES, RESEND_AFTER_S } from './limits.ts';

export type Purpose = CodeMessage['purpose'];

/** Whether anybody can have such codes sent. */
export const isAnybodys = ({ purpose }: { readonly purpose: Purpose }) => purpose === 'reset' || purpose === 'device';

export type ChallengeRow = {
  id: string;
  account_id: string | null;
  sent_to: string | null;
  livemode: boolean | null;
  purpose: Purpose;
  method: CodeMethod;
  code_hash: Buffer | null;
  data: Record<string, string | boolean | null>;
  expires_in: number;
};

const columns = `
  id, account_id, sent_to, livemode, purpose, method, code_hash, data,
  ceil(extract(epoch FROM expires_at - now()))::int AS expires_in`;
const open = `used_at IS NULL AND ended_at IS NULL AND expires_at > now()`;

/**
 * A new challenge ends the previous one, of the same account or the same unknown phone. $5: the requested account type,
 * $6: the requester, for challenges that anybody can request.
 */
export const endChallenges: Statement = {
  name: 'challenges_end',
  text: `
    UPDATE challenges SET ended_at = now()
    WHERE used_at IS NULL AND ended_at IS NULL AND purpose = $3 AND data ->> 'requester' IS NOT DISTINCT FROM $6
      AND (account_id = $1 OR ($1::text IS NULL AND account_id IS NULL AND sent_to = $2 AND livemode IS NOT DISTINCT FROM $4
        AND data ->> 'type' IS NOT DISTINCT FROM $5))`,
};

export const insertChallenge: Statement = {
  name: 'challenges_insert',
  text: `
    INSERT INTO challenges (id, account_id, sent_to, livemode, purpose, method, code_hash, data, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(secs => $9))`,
};

/** A try is counted before the code is checked, so that concurrent tries are counted one by one. */
export const reserveAttempt: Statement = {
  name: 'challenges_reserve',
  text: `
    UPDATE challenges SET attempts = attempts + 1
    WHERE id = $1 AND purpose = ANY ($2::text[]) AND account_id IS NOT DISTINCT FROM coalesce($3, account_id)
      AND ${open} AND attempts < ${MOST_TRIES}
    RETURNING ${columns}`,
};

/** Takes back a try that was not wrong. */
export const takeBackAttempt: Statement = {
  name: 'challenges_take_back',
  text: `UPDATE challenges SET attempts = attempts - 1 WHERE id = $1 AND attempts > 0`,
};

/** MOST_WRONG_CODES wrong codes in a row block an account's codes until a day after the last. */
export const reserveAccountAttempt: Statement = {
  name: 'challenges_reserve_account',
  text: `
    UPDATE accounts SET
      code_failures = CASE WHEN code_failed_at < now() - interval '1 day' THEN 1 ELSE code_failures + 1 END,
      code_failed_at = now()
    WHERE id = $1 AND (code_failures < ${MOST_WRONG_CODES} OR code_failed_at < now() - interval '1 day')
    RETURNING 1`,
};

/** Takes back a try of the account. If it was the only one, its time is cleared too. */
export const takeBackAccountAttempt: Statement = {
  name: 'challenges_take_back_account',
  text: `
    UPDATE accounts SET
      code_failures = code_failures - 1, code_failed_at = CASE WHEN code_failures > 1 THEN code_failed_at END
    WHERE id = $1 AND code_failures > 0`,
};

/** Clears its wrong codes, after a correct code or when an operator unblocks it. */
export const forgiveAccount: Statement = {
  name: 'challenges_forgive_account',
  text: `UPDATE accounts SET code_failures = 0, code_failed_at = NULL WHERE id = $1`,
};

export const blockedFor: Statement = {
  name: 'challenges_blocked_for',
  text: `
    SELECT greatest(ceil(extract(epoch FROM code_failed_at + interval '1 day' - now())), 1)::int AS seconds
    FROM accounts WHERE id = $1`,
};

/** Distinguishes a challenge whose tries are used up from one that has expired. */
export const selectOpen: Statement = {
  name: 'challenges_select_open',
  text: `
    SELECT ${columns}, resends, greatest(ceil(extract(epoch FROM sent_at + interval '${RESEND_AFTER_S} s' - now())), 0)::int AS wait
    FROM challenges WHERE id = $1 AND ${open}`,
};

/** One of two concurrent correct answers gets the row. */
export const useChallenge: Statement = {
  name: 'challenges_use',
  text: `UPDATE challenges SET used_at = now() WHERE id = $1 AND ${open} RETURNING 1`,
};

export const resendChallenge: Statement = {
  name: 'challenges_resend',
  text: `
    UPDATE challenges SET resends = resends + 1, sent_at = now(), code_hash = $2
    WHERE id = $1 AND ${open} AND method <> 'totp' AND resends < ${MOST_RESENDS} AND sent_at <= now() - interval '${RESEND_AFTER_S} s'
    RETURNING ${columns}`,
};

/** A code's 30-second step counts once. */
export const takeTotpStep: Statement = {
  name: 'accounts_take_totp_step',
  text: `UPDATE accounts SET totp_step = $2 WHERE id = $1 AND totp_step < $2 RETURNING 1`,
};

export const useRecoveryCode: Statement = {
  name: 'recovery_codes_use',
  text: `UPDATE recovery_codes SET used_at = now() 
    WHERE account_id = $1 AND hash = ANY ($2::bytea[]) AND used_at IS NULL RETURNING 1`,
};

export const selectRecoveryCode: Statement = {
  name: 'recovery_codes_select',
  text: `SELECT 1 FROM recovery_codes WHERE account_id = $1 AND hash = ANY ($2::bytea[]) AND used_at IS NULL`,
};

export const deleteRecoveryCodes: Statement = {
  name: 'recovery_codes_delete',
  text: `DELETE FROM recovery_codes WHERE account_id = $1`,
};

export const insertRecoveryCodes: Statement = {
  name: 'recovery_codes_insert',
  text: `INSERT INTO recovery_codes (account_id, hash) SELECT $1, * FROM unnest($2::bytea[])`,
};

/** `GET /me` shows the second factor, so its owner's record gets a new version. */
const renewed = ['users', 'developers', 'operators'].map(
  (table) =>
    `${table}_renewed AS (UPDATE ${table} SET updated_at = now(), version = version + 1 WHERE id = $1 RETURNING id)`,
);

export const updateTwoFactor: Statement = {
  name: 'accounts_update_two_factor',
  text: `
    WITH ${renewed.join(', ')}
    UPDATE accounts SET two_factor = $2, totp_seed = $3, totp_step = $4 WHERE id = $1`,
};
