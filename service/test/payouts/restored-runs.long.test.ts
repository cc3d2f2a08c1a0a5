import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Cast } from '../rails/conformance.ts';
import { openRestoredRuns } from '../support/restored-runs.ts';

/** As `restored-runs.test.ts`, with the other providers. */
const casts: readonly Cast[] = [
  {
    ...{ provider: 'pawapay', country: 'ZM', currency: 'ZMW', exponent: 2 },
    phone: (end) => `+26096345${end}`,
    announce: (url) => ['/settings', { callback_url: url }],
  },
  { ...{ provider: 'daraja', country: 'KE', currency: 'KES', exponent: 2 }, phone: (end) => `+25471212${end}` },
];

for (const cast of casts) {
  it(`${cast.provider} pays a run once that is made again after a restore`, { timeout: 300_000 }, async (t) => {
    const runs = await openRestoredRuns(cast, ['1234', '5678']);
    t.after(() => runs.stop());
    const first = await runs.open('first');
    const before = await first.items(await first.run());
    assert.deepEqual(
      before.map(({ status }) => status),
      ['succeeded', 'succeeded'],
    );
    await first.assertBooksAgree();
    const moved = await runs.moved();
    const restored = await runs.open('restored');
    assert.deepEqual(await restored.items(await restored.run()), before);
    assert.equal(await runs.moved(), moved);
    await restored.assertBooksAgree();
    const doubled = await runs.open('restored', false);
    await doubled.run();
    assert.equal(await runs.moved(), moved * 2n, 'the control');
  });
}
