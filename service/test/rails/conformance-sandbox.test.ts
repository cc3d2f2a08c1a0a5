import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestService, type TestService } from '../support/harness.ts';
import { outcomes, payoutOutcomes } from './conform.ts';
import {
  collectionOf,
  disbursementOf,
  drive,
  type Operation,
  repaymentOf,
  type Stage,
  standInSandbox,
} from './conformance.ts';

describe('the sandbox', () => {
  let service: TestService;
  let stage: Stage;
  before(async () => {
    service = await startTestService({ ROLE: 'api' });
    stage = standInSandbox(service.db);
  });
  after(() => service.stop());
  const play = (operation: Operation, lastFour: string) => {
    const record = operation === 'collect' ? collectionOf(stage, lastFour) : disbursementOf(stage, lastFour);
    return drive(stage, { operation, record });
  };

  it('collects, pays out and refunds', async () => {
    assert.equal((await play('collect', '1234')).state, 'succeeded');
    assert.equal((await play('payout', '1234')).state, 'succeeded');
    const record = collectionOf(stage, '1234');
    const end = await drive(stage, { operation: 'collect', record });
    const refund = await drive(stage, { operation: 'refund', record: repaymentOf(stage, record, end) });
    assert.equal(refund.state, 'succeeded');
  });

  for (const [digits, code] of Object.entries(outcomes)) {
    it(`collect: a phone that ends with ${digits} fails as ${code}`, async () => {
      const end = await play('collect', digits);
      assert.deepEqual([end.state, end.code], ['failed', code]);
    });
  }
  for (const [digits, code] of Object.entries(payoutOutcomes)) {
    it(`payout: a phone that ends with ${digits} fails as ${code}`, async () => {
      const end = await play('payout', digits);
      assert.deepEqual([end.state, end.code], ['failed', code]);
    });
  }
});
