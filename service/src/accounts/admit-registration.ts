import { networkOf } from '../core/network.ts';
import type { Queries, Statement } from '../db/database.ts';
import { Refusal } from '../kernel/refusal.ts';
import { countInWindow, HOUR_S, uncount } from './count-in-window.ts';
import type { People } from './people.ts';
import { subjectOf, tooManyAttempts } from './throttle.ts';

const selectInvitation: Statement = {
  name: 'registration_invitations_select',
  text: `SELECT 1 FROM registration_invitations WHERE phone = $1 AND expires_at > now()`,
};

/** $2: days. */
export const invitePhone: Statement = {
  name: 'registration_invitations_upsert',
  text: `
    INSERT INTO registration_invitations (phone, expires_at) VALUES ($1, now() + make_interval(days => $2::int))
    ON CONFLICT (phone) DO UPDATE SET expires_at = excluded.expires_at
    RETURNING expires_at`,
};

type Registrant = { readonly identifier: string; readonly livemode: boolean };

const networkSubject = ({ secrets }: Pick<People, 'secrets'>, address: string, livemode: boolean) =>
  subjectOf(secrets.subjectKey, 'send', 'registrations', networkOf(address), livemode);

/**
 * Decides whether a person may register, before anything is hashed or sent. Networks are counted in both modes. Test
 * registration may be closed, or open to invited phones only.
 * @throws Refusal registrations_closed, too_many_attempts
 */
export async function admitRegistration(
  people: People,
  { identifier, livemode }: Registrant,
  address: string | undefined,
): Promise<void> {
  const { perNetwork, test } = people.registrations;
  if (!livemode && test === 'closed') throw new Refusal('registrations_closed');
  if (perNetwork !== null && address !== undefined) {
    const subject = networkSubject(people, address, livemode);
    const wait = await countInWindow(people.db, { subject, most: perNetwork, seconds: HOUR_S });
    if (wait !== null) throw tooMany(people, networkOf(address), perNetwork, wait);
  }
  if (livemode || test !== 'invited') return;
  if ((await people.db.query(selectInvitation, [identifier])).length === 0)
    throw new Refusal(
      'registrations_closed',
      'This phone is not invited. Ask the operator of this service to invite it.',
    );
}

/** In live mode the code proves a phone, and nobody has many phones, so the registration does not count. */
export async function forgetRegistration(
  tx: Queries,
  people: People,
  { livemode, address }: { livemode: boolean; address: string | undefined },
): Promise<void> {
  if (livemode && address !== undefined) await uncount(tx, networkSubject(people, address, livemode));
}

function tooMany({ log }: People, network: string, most: number, wait: number): Refusal {
  log.warn({ network }, 'too many registrations from this network in an hour; further ones must wait');
  return tooManyAttempts(wait, `A network can begin at most ${most} registrations per hour. Wait ${wait} seconds.`);
}
