import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { nextAttempt, retryAfterMs } from './retry.ts';

const day = 24 * 3600_000;
const at = Date.UTC(2026, 0, 1);

describe('nextAttempt', () => {
  it('has seven attempts on the documented schedule', () => {
    const waits = [0, 30, 120, 600, 3600, 21_600, 86_400];
    waits.forEach((seconds, attemptsMade) => {
      assert.deepEqual(nextAttempt({ attemptsMade }), { inMs: seconds * 1000 });
    });
    assert.equal(nextAttempt({ attemptsMade: 7 }), 'dead');
    assert.equal(nextAttempt({ attemptsMade: 8, retryAfterMs: 1000 }), 'dead');
  });

  it('lets Retry-After delay an attempt by up to a day, never advance it', () => {
    assert.deepEqual(nextAttempt({ attemptsMade: 1, retryAfterMs: 5000 }), { inMs: 30_000 });
    assert.deepEqual(nextAttempt({ attemptsMade: 1, retryAfterMs: 90_000 }), { inMs: 90_000 });
    assert.deepEqual(nextAttempt({ attemptsMade: 1, retryAfterMs: null }), { inMs: 30_000 });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 6 }),
        fc.nat({ max: Number.MAX_SAFE_INTEGER }),
        (attemptsMade, retryAfter) => {
          const planned = nextAttempt({ attemptsMade }) as { inMs: number };
          const asked = nextAttempt({ attemptsMade, retryAfterMs: retryAfter }) as { inMs: number };
          assert.ok(asked.inMs >= planned.inMs && asked.inMs <= day);
        },
      ),
    );
  });
});

describe('retryAfterMs', () => {
  it('reads seconds, and only with 429 and 503', () => {
    assert.equal(retryAfterMs(429, '120', at), 120_000);
    assert.equal(retryAfterMs(503, ' 0 ', at), 0);
    for (const status of [200, 301, 400, 500, 502, 504]) assert.equal(retryAfterMs(status, '120', at), null);
    assert.equal(retryAfterMs(429, undefined, at), null);
  });

  it('reads the three forms of an HTTP-date as GMT, in any time zone of this machine', () => {
    const before = Date.UTC(1994, 10, 6, 8, 49, 0);
    const { TZ } = process.env;
    try {
      for (const zone of ['UTC', 'America/Port-au-Prince', 'Africa/Nairobi'])
        for (const date of [
          'Sun, 06 Nov 1994 08:49:37 GMT',
          'Sunday, 06-Nov-94 08:49:37 GMT',
          'Sun Nov  6 08:49:37 1994',
        ]) {
          process.env.TZ = zone;
          assert.equal(retryAfterMs(503, date, before), 37_000, `${date} in ${zone}`);
        }
    } finally {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
    assert.equal(retryAfterMs(503, 'Sun, 06 Nov 1994 08:49:37 GMT', at), 0);
  });

  it('ignores anything else, and limits a huge number to the cap', () => {
    for (const junk of [
      '',
      '-5',
      '1.5',
      '1e3',
      'soon',
      '2026-01-01',
      'Sunday',
      '12 parsecs',
      '(x) Sun, 06 Nov 1994 08:49:37 GMT',
    ]) {
      assert.equal(retryAfterMs(429, junk, at), null, junk);
    }
    const huge = retryAfterMs(429, '9'.repeat(400), at);
    assert.deepEqual(nextAttempt({ attemptsMade: 1, retryAfterMs: huge }), { inMs: day });
  });
});
