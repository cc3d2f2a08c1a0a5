import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { People } from '../../src/accounts/people.ts';
import { checkPassword } from '../../src/login/check-password.ts';
import { startTestService, type TestService } from '../support/harness.ts';
import { makePeople } from '../support/people.ts';

const LOGINS = 2_000;
const WITHIN = 0.02;
/** Five failures are free: each phone takes four. */
const EACH = 4;

let service: TestService;
let people: People;
let known: string[];
before(async () => {
  service = await startTestService();
  people = makePeople(service.db);
  const password = 'a password that is long enough';
  known = [];
  for (let i = 0; i < LOGINS / 2 / EACH; i++) known.push((await service.person('customer', { password })).identifier);
});
after(() => service.stop());

const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;

/** Medians of wrong passwords for known and for unknown phones, in alternation. */
async function ratio(parts: People, rounds: number): Promise<number> {
  await service.db.query({ name: 'test_forget', text: 'DELETE FROM throttles' });
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let i = 0; i < rounds; i++) {
    const order = i % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) {
      const at = Math.floor(i / EACH) % known.length;
      const identifier = kind === 'known' ? known[at]! : `+2217709${String(at).padStart(5, '0')}`;
      const who = { type: 'customer', identifier, livemode: false } as const;
      const start = process.hrtime.bigint();
      await assert.rejects(checkPassword(parts, who, `wrong ${i}`), { code: 'invalid_credentials' });
      times[kind].push(Number(process.hrtime.bigint() - start));
    }
  }
  return median(times.unknown) / median(times.known);
}

it(`an unknown phone takes as long as a known one: ${LOGINS} alternating logins, medians within 2 %`, async (t) => {
  const found = await ratio(people, LOGINS / 2);
  t.diagnostic(`unknown ÷ known: ${found.toFixed(4)}`);
  assert.ok(Math.abs(found - 1) <= WITHIN, `unknown ÷ known: ${found}`);
});

it('control: an answer without the hash is distinguishable', async () => {
  const { passwords } = people;
  const hasty = {
    ...passwords,
    verify: async (password: string, stored: string | null) => stored !== null && passwords.verify(password, stored),
  };
  const found = await ratio({ ...people, passwords: hasty }, 50);
  assert.ok(Math.abs(found - 1) > WITHIN, `unknown ÷ known: ${found}`);
});
