import { countInWindow, DAY_S } from '../accounts/count-in-window.ts';
import { toIdentifier } from '../accounts/create-account.ts';
import type { People } from '../accounts/people.ts';
import { type AccountRow, selectAccount } from '../accounts/store.ts';
import { subjectOf, tooManyAttempts } from '../accounts/throttle.ts';
import type { Statement } from '../db/database.ts';
import { transaction } from '../db/transaction.ts';
import type { Caller } from '../kernel/command.ts';
import { openChallenge } from '../two-factor/challenge.ts';
import { type CodeVerdict, judgeCode, spendCode } from '../two-factor/use-code.ts';

/** The most codes that a login sends to addresses within a day: anybody may own a test login. */
const MOST_A_DAY = 10;

const keepAddress: Statement = {
  name: 'alert_addresses_keep',
  text: `
    INSERT INTO alert_addresses (account_id, email) VALUES ($1, $2)
    ON CONFLICT (account_id) DO UPDATE SET email = excluded.email, confirmed_at = now()`,
};

/**
 * Sends a code to the address to which a person who logs in by phone wants alerts. The code is a real one in test mode
 * too: only the owner of an address may have mails sent to it. @returns the serialised Challenge
 */
export async function askAddress(people: People, caller: Caller, given: { readonly email: string }): Promise<string> {
  const [account] = await people.db.query<AccountRow>(selectAccount, [caller.id]);
  const subject = subjectOf(people.secrets.subjectKey, 'send', 'alerts', caller.id);
  const wait = await countInWindow(people.db, { subject, most: MOST_A_DAY, seconds: DAY_S });
  if (wait !== null) throw tooManyAttempts(wait, `A login sends at most ${MOST_A_DAY} of these codes within 24 hours.`);
  return openChallenge(people, {
    ...{ account: account!, sentTo: toIdentifier(given.email), livemode: null, purpose: 'alerts', method: 'email' },
    language: account!.language,
  });
}

/** Keeps the address that a code confirms, in place of the earlier one. */
export async function confirmAddress(people: People, caller: Caller, given: CodeVerdict): Promise<string> {
  const right = await judgeCode(people, given, { purposes: ['alerts'], account: caller.id });
  const email = right.row.sent_to!;
  await transaction(people.db, async (tx) => {
    await spendCode(tx, people, right);
    await tx.query(keepAddress, [caller.id, email]);
  });
  return JSON.stringify({ object: 'alert_address', email });
}
