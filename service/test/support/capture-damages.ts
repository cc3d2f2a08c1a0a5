import { escrowDamages } from './escrow-damages.ts';

/**
 * The statements that break the invariants of escrow, and of payments that are captured later. `ledger-damages.ts` has
 * the others.
 */
const inParts = "(SELECT id FROM payments WHERE status = 'requires_capture' AND captured > 0)";

/** SELECTs of a merchant's wallet and of the clearing wallet of the sandbox. */
export const captureDamages = ({ shop, clearing }: { readonly shop: string; readonly clearing: string }) => ({
  ...escrowDamages,
  payment_is_held: {
    'no hold': `DELETE FROM wallet_holds WHERE id IN (SELECT id FROM payments WHERE status = 'requires_capture')`,
    'no hold of a payment that succeeded': `
      DELETE FROM wallet_holds WHERE id IN (SELECT id FROM payments WHERE status = 'succeeded')`,
    'a hold of no payment': `UPDATE payments SET captured = NULL WHERE status = 'requires_capture'`,
    'a hold that ended before its payment': `
      UPDATE wallet_holds SET status = 'released' WHERE status = 'open' AND id >= 'pay'`,
    'a payment that ended before its hold': `UPDATE payments SET status = 'failed' WHERE status = 'requires_capture'`,
    'more than was authorized': `UPDATE wallet_holds SET amount = amount + 1 WHERE id >= 'pay'`,
    'another captured amount': `UPDATE payments SET captured = captured + 1 WHERE captured > 0`,
    "somebody else's money": `UPDATE wallet_holds SET wallet_id = ${shop} WHERE id >= 'pay'`,
    'for another wallet': `UPDATE wallet_holds SET to_wallet = 'wal_x' WHERE id >= 'pay'`,
  },
  payment_capture_is_posted: {
    'no posting': `DELETE FROM postings WHERE kind = 'payment' AND source = ${inParts}`,
    'another amount': `UPDATE postings SET amount = amount + 1 WHERE kind = 'payment' AND source = ${inParts}`,
    'another receiver': `
      UPDATE postings SET credit_wallet = ${clearing} WHERE kind = 'payment' AND source = ${inParts}`,
    'another payer': `UPDATE postings SET debit_wallet = 'wal_x' WHERE kind = 'payment' AND source = ${inParts}`,
    'no fee': `DELETE FROM postings WHERE kind = 'fee' AND source = ${inParts}`,
    'another fee': `UPDATE postings SET amount = amount + 1 WHERE kind = 'fee' AND source = ${inParts}`,
    'a fee that the payment does not say': `UPDATE payments SET fee = fee + 1 WHERE id = ${inParts}`,
    'a fee of another wallet': `UPDATE postings SET debit_wallet = 'wal_x' WHERE kind = 'fee' AND source = ${inParts}`,
    'a capture that the hold does not list': `UPDATE wallet_holds SET captures = '[]' WHERE id = ${inParts}`,
  },
  payment_capture_has_its_event: {
    'not announced': `DELETE FROM events WHERE type = 'payment.requires_capture'`,
    'a capture without its event': `DELETE FROM events WHERE type = 'payment.captured'`,
    'a capture reported twice': `
      INSERT INTO events SELECT world, id || 'x', type, payload, created_at
      FROM events WHERE type = 'payment.captured'`,
  },
});
