import type { HashTurn } from '../accounts/passwords.ts';
import type { People } from '../accounts/people.ts';
import {
  type Asker,
  countsOf,
  findPlace,
  loginGroup,
  memberCount,
  networkKeyOf,
  type Who,
} from '../accounts/places.ts';
import { type AccountRow, renewHash, selectAccountByIdentifier } from '../accounts/store.ts';
import { type Count, clearCounts, reserveCounts, takeBack } from '../accounts/throttle.ts';
import { transaction } from '../db/transaction.ts';
import { invalidField, Refusal } from '../kernel/refusal.ts';
import { judgeCode, type Right, spendCode } from '../two-factor/use-code.ts';

/** A code that admits a new device (`POST /auth/device`). */
export type DeviceCode = { readonly challenge?: string; readonly code?: string };

/**
 * The account with this password. An unknown login costs the same time and the same statements.
 * @throws Refusal invalid_credentials, too_many_attempts; for a code those of `judgeCode`
 */
export async function checkPassword(
  people: People,
  who: Who,
  password: string,
  asker: Asker = {},
  given: DeviceCode = {},
): Promise<AccountRow> {
  const account = await findAccount(people, who);
  const right = await judgeDeviceCode(people, account, given, asker);
  const place = await findPlace(people, who, account?.id ?? null, asker);
  const group = loginGroup(people, who);
  const counts = right
    ? [memberCount(people, group, `challenge ${right.row.id}`, 'delays')]
    : countsOf(people, group, place, 'delays');
  const isKnown = right !== null || place.trust === 'known';
  const attempt = { who, account, counts, asker, turn: turnOf(people, who, asker, isKnown) };
  const owner = await judge(people, attempt, password);
  if (right) await transaction(people.db, (tx) => spendCode(tx, people, right));
  return owner;
}

type Attempt = {
  readonly who: Who;
  readonly account: AccountRow | undefined;
  readonly counts: readonly Count[];
  readonly asker: Asker;
  readonly turn: HashTurn;
};

/**
 * Counts the try before the password is checked, and takes it back unless it is wrong: a full queue is not a wrong
 * password.
 */
async function judge(people: People, attempt: Attempt, password: string): Promise<AccountRow> {
  const { who, account, counts, asker, turn } = attempt;
  const reserved = await reserveCounts(people.db, counts).catch((error) => {
    const codeHelps = error instanceof Refusal && error.code === 'too_many_attempts' && !asker.session;
    throw codeHelps ? orUseCode(error) : error;
  });
  let isRight: boolean | undefined;
  try {
    isRight = await people.passwords.verify(password, account?.password ?? null, turn);
  } finally {
    if (isRight === undefined) await takeBack(people.db, reserved);
  }
  if (!isRight) throw new Refusal('invalid_credentials');
  await clearCounts(people.db, counts);
  if (people.passwords.isCurrent(account!.password!)) return account!;
  const hash = await people.passwords.hash(password, turn);
  const renewed = await people.db.query(renewHash, [account!.id, account!.password, hash]);
  if (renewed.length > 0) return { ...account!, password: hash };
  // A concurrent login renewed the hash first, or the password has changed.
  return judge(people, { ...attempt, account: await findAccount(people, who) }, password);
}

async function findAccount({ db }: People, { type, identifier, livemode }: Who): Promise<AccountRow | undefined> {
  return (await db.query<AccountRow>(selectAccountByIdentifier, [type, identifier, livemode]))[0];
}

/** The answer is the same whether or not the account exists: nobody has a correct code for one that does not. */
async function judgeDeviceCode(
  people: People,
  account: AccountRow | undefined,
  { challenge, code }: DeviceCode,
  asker: Asker,
): Promise<Right | null> {
  if (challenge === undefined && code === undefined) return null;
  if (challenge === undefined) throw invalidField('challenge', 'required_with', { other: 'code' });
  if (code === undefined) throw invalidField('code', 'required_with', { other: 'challenge' });
  const right = await judgeCode(people, { challenge, code }, { purposes: ['device'] }, asker);
  if (right.row.account_id !== account?.id) throw new Refusal('challenge_expired');
  return right;
}

const orUseCode = ({ message, headers }: Refusal) =>
  new Refusal('too_many_attempts', `${message} A code from POST /auth/device lets a new device log in now.`, {
    ...(headers ? { headers } : {}),
  });

/**
 * The turn in which a password is hashed (accounts/hash-turns.ts). `isKnown`: a known device or session, or a correct
 * code.
 */
export function turnOf(
  { live }: Pick<People, 'live'>,
  { type, livemode }: Pick<Who, 'type' | 'livemode'>,
  asker: Asker,
  isKnown = false,
): HashTurn {
  const isTest = type !== 'operator' && !(livemode ?? live);
  const kind = isTest ? 'test' : isKnown ? 'known' : type === 'operator' ? 'operator' : 'live';
  return { kind, network: networkKeyOf(asker), gone: asker.gone };
}
