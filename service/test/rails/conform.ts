import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import {
  type Cast,
  collectionOf,
  disbursementOf,
  drive,
  type End,
  movementsOf,
  type Operation,
  type Order,
  openStage,
  repaymentOf,
  type Stage,
} from './conformance.ts';

/** The codes by the last four digits of the phone, as docs/testing.md lists them for test mode. */
export const outcomes = {
  '0001': 'insufficient_funds',
  '0002': 'customer_declined',
  '0003': 'approval_expired',
  '0004': 'customer_not_found',
  '0005': 'customer_limit_reached',
  '0006': 'rail_unavailable',
} as const;
export const payoutOutcomes = { '0011': 'recipient_not_found', '0012': 'recipient_cannot_receive' } as const;

const troubles = [
  { kind: 'taken_then_cut' },
  { kind: 'cut' },
  { kind: 'slow', after_ms: 1_500 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 502, taken: true },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 504, taken: true },
  { kind: 'firewall' },
  { kind: 'empty' },
  { kind: 'cut_json' },
  { kind: 'too_many' },
  { kind: 'too_many', retry_after: 3 },
];
const callbackModes = ['never', 'early', 'twice', 'other_amount', 'opposite', 'forged', 'wrong_signature', 'closed'];

/** The conformance suite of one provider. Every rail passes it, or declares the capability that it lacks. */
export function conform(cast: Cast): void {
  describe(`the rail of ${cast.provider}`, () => {
    let stage: Stage;
    before(async () => {
      stage = await openStage(cast);
    });
    after(() => stage.stop());
    beforeEach(async () => {
      await stage.control('DELETE', '/trouble');
      await stage.control('DELETE', '/callbacks');
    });

    /** The end of a record, and that the provider moved its money as often as the end says. */
    const play = async (order: Order): Promise<End> => {
      const end = await drive(stage, order);
      const moved = await movementsOf(stage, order.record.id);
      const where = `${order.operation} ended as ${JSON.stringify(end)}, the provider moved ${JSON.stringify(moved)}`;
      assert.equal(moved.length, end.state === 'succeeded' ? 1 : 0, where);
      return end;
    };
    const paid = async () => {
      const record = collectionOf(stage, '1234');
      return { record, end: await play({ operation: 'collect', record }) };
    };
    const makers: Record<Operation, (lastFour: string) => Promise<Order>> = {
      collect: async (lastFour) => ({ operation: 'collect', record: collectionOf(stage, lastFour) }),
      payout: async (lastFour) => ({ operation: 'payout', record: disbursementOf(stage, lastFour) }),
      refund: async () => {
        const { record, end } = await paid();
        return { operation: 'refund', record: repaymentOf(stage, record, end) };
      },
    };

    it('declares a capability for each of its methods', () => {
      const { collect, refund, payout } = stage.capabilities;
      assert.equal(collect !== null, stage.rail.collect !== undefined && stage.rail.check !== undefined);
      assert.equal(refund !== null, stage.rail.refund !== undefined && stage.rail.checkRefund !== undefined);
      assert.equal(payout !== null, stage.rail.payOut !== undefined && stage.rail.checkPayOut !== undefined);
    });

    for (const operation of ['collect', 'payout', 'refund'] as const) {
      it(`${operation}: succeeds, and the provider moved money once`, async (t) => {
        if (stage.capabilities[operation] === null) return t.skip('the rail declares no such capability');
        const end = await play(await makers[operation]('1234'));
        assert.deepEqual([end.state, end.sent], ['succeeded', 1]);
      });

      for (const trouble of [{ kind: 'too_many' }, { kind: 'cut' }, { kind: 'maintenance' }]) {
        it(`${operation} whose questions meet ${trouble.kind}: it is sent once`, async (t) => {
          if (stage.capabilities[operation] === null) return t.skip('the rail declares no such capability');
          const order = await makers[operation]('1234');
          await stage.control('POST', '/trouble', { ...trouble, operation: 'ask', next: 3 });
          const end = await play(order);
          assert.deepEqual([end.state, end.sent], ['succeeded', 1]);
        });
      }

      for (const trouble of troubles) {
        it(`${operation} meets ${JSON.stringify(trouble)}: moved at most once, and its end is known`, async (t) => {
          const rules = stage.capabilities[operation];
          if (rules === null) return t.skip('the rail declares no such capability');
          const order = await makers[operation]('1234');
          await stage.control('POST', '/trouble', { ...trouble, operation, next: 1 });
          const end = await play(order);
          // A lost request is never sent to a provider that does not recognise our id, and not after the payment's end.
          const isTooLate = 'approvalMs' in rules && rules.arrivalMs >= rules.approvalMs;
          const ends = rules.deduplicates && !isTooLate ? ['succeeded'] : ['succeeded', 'failed'];
          assert.ok(ends.includes(end.state), JSON.stringify(end));
          if (!rules.deduplicates && trouble.kind !== 'too_many') assert.equal(end.sent, 1);
        });
      }
    }

    for (const [digits, code] of Object.entries(outcomes)) {
      const why = cast.lacks?.[digits];
      it(`collect: a phone that ends with ${digits} fails as ${code}`, { skip: why ?? false }, async () => {
        const end = await play(await makers.collect(digits));
        assert.deepEqual([end.state, end.code], ['failed', code]);
      });
    }

    for (const [digits, code] of Object.entries(payoutOutcomes)) {
      const why = cast.lacks?.[digits];
      it(`payout: a phone that ends with ${digits} fails as ${code}`, { skip: why ?? false }, async (t) => {
        if (stage.capabilities.payout === null) return t.skip('the rail declares no payouts');
        const end = await play(await makers.payout(digits));
        assert.deepEqual([end.state, end.code], ['failed', code]);
      });
    }

    for (const mode of callbackModes) {
      it(`collect with callbacks "${mode}": the provider's state decides`, async () => {
        await stage.control('POST', '/callbacks', { mode });
        const end = await play(await makers.collect('1234'));
        assert.equal(end.state, 'succeeded');
        const declined = await play(await makers.collect('0002'));
        assert.deepEqual([declined.state, declined.code], ['failed', 'customer_declined']);
      });
    }
  });
}
