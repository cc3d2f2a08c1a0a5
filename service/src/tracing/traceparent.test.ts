import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseTraceparent, renderTraceparent } from './traceparent.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const span = '00f067aa0ba902b7';

describe('a traceparent', () => {
  it('is read and written', () => {
    for (const [flags, traceFlags] of [
      ['00', 0],
      ['01', 1],
      ['03', 1],
    ] as const)
      assert.deepEqual(parseTraceparent(`00-${trace}-${span}-${flags}`), { traceId: trace, spanId: span, traceFlags });
    assert.equal(renderTraceparent({ traceId: trace, spanId: span, traceFlags: 1 }), `00-${trace}-${span}-01`);
  });

  it('of a later version may have more fields', () => {
    assert.equal(parseTraceparent(`01-${trace}-${span}-01-more`)!.traceId, trace);
  });

  it('that is malformed is ignored', () => {
    for (const text of [
      '',
      `00-${trace}-${span}`,
      `00-${trace}-${span}-01-more`,
      `00-${trace}-${span}-01, 00-${trace}-${span}-01`,
      `ff-${trace}-${span}-01`,
      `00-${'0'.repeat(32)}-${span}-01`,
      `00-${trace}-${'0'.repeat(16)}-01`,
      `00-${trace.toUpperCase()}-${span}-01`,
      `00-${trace}-${span}-1`,
      `01-${trace}-${span}-01-${'x'.repeat(300)}`,
    ])
      assert.equal(parseTraceparent(text), null, text);
  });
});
