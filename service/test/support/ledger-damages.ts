import { bearerDamages } from './bearer-damages.ts';
import { captureDamages } from './capture-damages.ts';
import { openingDamages } from './opening-damages.ts';
import { splitDamages } from './split-damages.ts';

/** SELECTs that pick one row of each kind to damage. */
const succeeded =
  "(SELECT id FROM payments WHERE status = 'succeeded' AND rail = 'sandbox' AND fee > 0 ORDER BY id LIMIT 1)";
const suspended = '(SELECT min(record_id) FROM parked_settlements WHERE resolved_at IS NULL)';
const suspense = "(SELECT id FROM wallets WHERE owner_id = 'suspense')";
const fromWallet =
  "(SELECT id FROM payments WHERE status = 'succeeded' AND rail = 'wallet' AND captured IS NULL AND price IS NULL)";
const clearing = "(SELECT id FROM wallets WHERE owner_id = 'clearing:sandbox' AND currency = 'XOF')";
const open = "(SELECT id FROM payments WHERE status = 'requires_action' LIMIT 1)";
const shop = "(SELECT wallet_id FROM payments WHERE status = 'succeeded' ORDER BY id LIMIT 1)";
const customers = '(SELECT min(wallet_id) FROM balances WHERE tier IS NOT NULL)';
const moved = '(SELECT min(id) FROM movements WHERE reverses IS NULL)';
const paidHere = "(SELECT min(id) FROM payout_items WHERE status = 'succeeded' AND rail IS NULL)";
const newest = `(SELECT max(position) FROM postings WHERE credit_wallet = ${shop})`;
const copyOf = (kind: string, changes: Record<string, string>) => {
  const columns =
    'position debit_wallet credit_wallet amount currency livemode debit_balance credit_balance kind source';
  const values = columns.split(' ').map((column) => changes[column] ?? column);
  return `INSERT INTO postings SELECT ${values} FROM postings
    WHERE kind = '${kind}' AND source NOT LIKE 'mov\\_%' ORDER BY source LIMIT 1`;
};
const again = { position: 'position + 1000000000' };

/** A posting of one unit between wallets of other roles than its kind allows. */
const strayPosting = (kind: string, debit: string, credit: string, source: string) => `
  INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance,
                        credit_balance, kind, source)
  VALUES (1, ${debit}, ${credit}, 1, 'XOF', false, 0, 0, '${kind}', ${source})`;
const funding = "(SELECT id FROM wallets WHERE owner_id = 'funding' AND currency = 'XOF' AND NOT livemode)";

/** The statements that break each invariant. They run as the owner, with every trigger and constraint disabled. */
export const damages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  money_is_conserved: { 'a unit from nowhere': `UPDATE balances SET posted = posted + 1 WHERE wallet_id = ${shop}` },
  wallet_has_its_balance: {
    'a wallet without a balance': `DELETE FROM balances WHERE wallet_id = (SELECT min(wallet_id) FROM balances)`,
    'a balance without a wallet': `DELETE FROM wallets WHERE id = (SELECT min(wallet_id) FROM balances)`,
    'a freeze on one side only': `UPDATE balances SET frozen = true WHERE wallet_id = ${shop}`,
    'a merchant who may overdraw': `UPDATE balances SET overdraft = true WHERE wallet_id = ${shop}`,
  },
  balance_is_its_postings: {
    'money moved without a posting': `UPDATE balances SET posted = posted + CASE wallet_id WHEN ${shop} THEN -1 ELSE 1 END
      WHERE wallet_id IN (${shop}, (SELECT id FROM wallets WHERE owner_id = 'funding' AND currency = 'XOF'))`,
    'a lost posting': `DELETE FROM postings WHERE kind = 'funding'`,
  },
  statement_is_a_chain: {
    'a wrong balance on the debit side': `UPDATE postings SET debit_balance = debit_balance + 1 WHERE kind = 'transfer'`,
    'a wrong balance on the credit side': `UPDATE postings SET credit_balance = credit_balance + 1 WHERE position = ${newest}`,
    'a changed amount': `UPDATE postings SET amount = amount + 1 WHERE kind = 'transfer'`,
    'two entries at one position': `UPDATE postings p SET position = (SELECT position FROM postings WHERE kind = 'fee' AND source = p.source)
      WHERE kind = 'payment' AND source = ${succeeded}`,
    'entries out of order': `UPDATE postings SET position = position - 3600000000 WHERE position = ${newest}`,
    'a position beyond the balance': `UPDATE balances SET position = position - 3600000000 WHERE wallet_id = ${shop}`,
  },
  held_is_its_holds: {
    'more reserved than there are holds': `UPDATE balances SET held = held + 1 WHERE wallet_id = ${shop}`,
    'a lost hold': `DELETE FROM holds WHERE remaining > 0`,
  },
  never_overdrawn: { 'a balance below zero': `UPDATE balances SET posted = -1, held = 0 WHERE wallet_id = ${shop}` },
  wallet_has_its_tier: {
    'a customer without limits': `UPDATE balances SET tier = NULL WHERE tier IS NOT NULL`,
    'a tier that was not given': `UPDATE balances SET tier = 2 WHERE tier IS NOT NULL`,
    'a change of half the tier': `UPDATE users SET kyc_tier = 0`,
    'a merchant with limits': `UPDATE balances SET tier = 0 WHERE wallet_id = ${shop}`,
    'a customer who does not exist': `DELETE FROM users`,
  },
  spending_is_its_postings: {
    'sent and not counted': copyOf('transfer', { ...again, debit_wallet: customers }),
    'counted and not sent': `UPDATE balances SET spent_on = 'today', spent_day = 1, spent_month = 1 WHERE tier IS NOT NULL`,
    'a merchant who has spent': `UPDATE balances SET spent_on = 'today', spent_day = 1, spent_month = 1 WHERE wallet_id = ${shop}`,
  },
  deletion_balances_in_test: {
    'a movement marked as a balancing entry': `UPDATE postings SET kind = 'deletion' WHERE kind = 'transfer'`,
    'a wallet marked as a balancing one': `UPDATE wallets SET owner_id = 'deleted:' || id WHERE owner_id = 'fees'`,
  },
  posting_stays_in_one_ledger: {
    'another currency': `UPDATE postings SET currency = 'HTG' WHERE kind = 'transfer'`,
    'another mode': `UPDATE postings SET livemode = true WHERE kind = 'transfer'`,
    'a wallet of another currency': `UPDATE wallets SET currency = 'KES' WHERE id = ${shop}`,
    'a wallet that does not exist': `UPDATE postings SET credit_wallet = 'wal_x' WHERE kind = 'transfer'`,
  },
  payment_is_posted_once: {
    'a success without its posting': `DELETE FROM postings WHERE kind = 'payment' AND source = ${succeeded}`,
    'a payment posted twice': copyOf('payment', again),
    'a fee posted twice': copyOf('fee', again),
    'a fee not taken': `DELETE FROM postings WHERE kind = 'fee' AND source = ${succeeded}`,
    'a fee without a cause': `UPDATE payments SET fee = 0 WHERE id = ${succeeded}`,
    'another amount': `UPDATE payments SET amount = amount + 1 WHERE id = ${succeeded}`,
    'another wallet': `UPDATE payments SET wallet_id = 'wal_x' WHERE id = ${succeeded}`,
    'another currency': `UPDATE payments SET currency = 'USD' WHERE id = ${succeeded}`,
    'a posting of a payment that is open': copyOf('payment', { ...again, source: open }),
    'a posting of no payment': copyOf('payment', { ...again, source: "'pay_x'" }),
    'a payer who was not debited': `UPDATE postings SET debit_wallet = ${clearing} WHERE kind = 'payment' AND source = ${fromWallet}`,
    'a payer who did not approve': `UPDATE postings SET debit_wallet = (SELECT payer_wallet_id FROM payments WHERE id = ${fromWallet})
      WHERE kind = 'payment' AND source = ${succeeded}`,
    'a fee of money that is in suspense': copyOf('fee', { ...again, source: suspended }),
    'money out of suspense twice': `INSERT INTO postings SELECT position + 1000000000, debit_wallet, credit_wallet, amount, currency, livemode,
      debit_balance, credit_balance, kind, source FROM postings WHERE kind = 'payment' AND debit_wallet = ${suspense}`,
    'a posted payment without its success': `UPDATE payments SET status = 'processing' WHERE id = ${succeeded}`,
  },
  suspense_is_its_parked: {
    'money without a record': `DELETE FROM parked_settlements WHERE resolved_at IS NULL`,
    'another amount': `UPDATE parked_settlements SET amount = amount + 1 WHERE resolved_at IS NULL`,
    'resolved and not moved': `UPDATE parked_settlements SET resolved_at = now() WHERE resolved_at IS NULL`,
    'moved and not resolved': `UPDATE parked_settlements SET resolved_at = NULL WHERE resolved_at IS NOT NULL`,
  },
  rail_money_has_its_ends: {
    'a float that a merchant got': strayPosting('float', clearing, shop, "'apr_x'"),
    'a charge that a merchant paid': strayPosting('provider_fee', shop, clearing, "'pay_x'"),
    'money that was never in suspense': strayPosting('suspense', funding, shop, "'case_x'"),
    'a reversal that the deployment paid': strayPosting('reversal', funding, clearing, "'pay_x'"),
    'a return out of the bank': strayPosting('return', funding, shop, "'pit_x'"),
    'a transfer out of suspense': `
      WITH renamed AS (UPDATE wallets SET owner_id = 'suspense:mtn' WHERE id = ${suspense} RETURNING id)
      UPDATE postings SET kind = 'transfer' FROM renamed WHERE debit_wallet = renamed.id`,
  },
  suspense_is_its_cases: {
    'money without a case': `UPDATE wallets SET owner_id = 'suspense:mtn' WHERE id = ${suspense}`,
  },
  suspense_is_assigned_by_approval: {
    'money that nobody assigned': strayPosting('suspense', suspense, shop, "'case_x'"),
  },
  float_is_posted_once: {
    'a float without an approval': strayPosting('float', clearing, funding, "'apr_x'"),
    'approved and not moved': `
      UPDATE approvals SET kind = 'float', payload = '{"rail":"mtn","amount":1,"direction":"sweep"}'
      WHERE kind = 'adjustment'`,
  },
  resolution_is_posted_once: {
    'a write-off that nobody approved': strayPosting('adjustment', clearing, funding, "'case_x'"),
    'approved and not posted': `
      UPDATE approvals SET kind = 'reconciliation', status = 'approved',
        payload = '{"case":"case_y","rail":"mtn","amount":1,"decision":"write_off"}'
      WHERE kind = 'adjustment'`,
  },
  reversal_has_its_payment: {
    'a reversal of no payment': strayPosting('reversal', shop, clearing, "'pay_x'"),
    'a reversal of an open payment': strayPosting('reversal', shop, clearing, open),
  },
  return_is_posted_once: {
    'a return of no item': strayPosting('return', clearing, shop, "'pit_x'"),
    'a returned item without its money': `UPDATE payout_items SET status = 'returned' WHERE id = ${paidHere}`,
  },
  payment_has_its_payer: {
    'no payer': `UPDATE payments SET payer_wallet_id = NULL WHERE id = ${fromWallet}`,
    'a payer who pays elsewhere': `UPDATE payments SET rail = 'sandbox' WHERE id = ${fromWallet}`,
    'the wallet of another phone': `UPDATE payments SET customer = '+50937009999' WHERE id = ${fromWallet}`,
    "a merchant's wallet": `UPDATE payments SET payer_wallet_id = wallet_id WHERE id = ${fromWallet}`,
    'another currency': `UPDATE payments SET currency = 'USD' WHERE id = ${fromWallet}`,
    'the other mode': `UPDATE payments SET world = (SELECT min(id) FROM worlds WHERE livemode) WHERE id = ${fromWallet}`,
  },
  payment_is_of_its_world: {
    'of no world': `UPDATE payments SET world = 999 WHERE id = ${open}`,
    'of the live world': `UPDATE payments SET world = (SELECT min(id) FROM worlds WHERE livemode) WHERE id = ${open}`,
    'to no wallet': `UPDATE payments SET wallet_id = 'wal_x' WHERE id = ${open}`,
    "to somebody else's wallet": `UPDATE payments SET wallet_id = ${customers} WHERE id = ${open}`,
  },
  refund_is_posted_once: {
    'not back to the payer': `UPDATE postings SET credit_wallet = ${clearing} WHERE kind = 'refund' AND credit_wallet <> ${clearing}`,
    'back to somebody else': `UPDATE postings SET credit_wallet = (SELECT payer_wallet_id FROM payments WHERE id = ${fromWallet})
      WHERE kind = 'refund' AND credit_wallet = ${clearing}`,
    'a refund to another phone': `UPDATE refunds SET customer = '+50937009999' WHERE status = 'succeeded'`,
    'a success without its posting': `DELETE FROM postings WHERE kind = 'refund'`,
    'a refund posted twice': copyOf('refund', again),
    'a posting of a pending refund': copyOf('refund', {
      ...again,
      source: "(SELECT min(id) FROM refunds WHERE status = 'pending')",
    }),
    'a posting of no refund': copyOf('refund', { ...again, source: "'rfd_x'" }),
    'another amount': `UPDATE refunds SET amount = amount + 1 WHERE status = 'succeeded'`,
  },
  payout_item_is_posted_once: {
    'a success without its posting': `DELETE FROM postings WHERE kind = 'payout' AND source = ${paidHere}`,
    'an item posted twice': copyOf('payout', again),
    'a fee not taken': `DELETE FROM postings WHERE kind = 'fee' AND source = ${paidHere}`,
    'a fee posted twice': `INSERT INTO postings SELECT position + 1000000000, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance,
      credit_balance, kind, source FROM postings WHERE kind = 'fee' AND source = ${paidHere}`,
    'another amount': `UPDATE payout_items SET amount = amount + 1 WHERE id = ${paidHere}`,
    'another wallet': `UPDATE payout_items SET wallet_id = 'wal_x' WHERE id = ${paidHere}`,
    'another rail': `UPDATE payout_items SET rail = 'other' WHERE status = 'succeeded' AND rail IS NOT NULL`,
    'out of another wallet': `UPDATE payouts SET wallet_id = 'wal_x' WHERE status = 'completed'`,
    'a posting of an item that failed': copyOf('payout', {
      ...again,
      source: "(SELECT min(id) FROM payout_items WHERE status = 'failed')",
    }),
    'a posting of an item that is open': copyOf('payout', {
      ...again,
      source: "(SELECT min(id) FROM payout_items WHERE status = 'pending')",
    }),
    'a posting of no item': copyOf('payout', { ...again, source: "'pit_x'" }),
  },
  fee_goes_to_fees: {
    'a fee that a merchant took': `UPDATE postings SET credit_wallet = ${customers} WHERE kind = 'fee' AND source = ${succeeded}`,
    'a fee that went to another wallet of the system': `UPDATE postings SET credit_wallet = ${clearing} WHERE kind = 'fee' AND source = ${paidHere}`,
  },
  funding_comes_from_funding: {
    'a cash-in that was taken from a merchant': `
      WITH taken AS (UPDATE balances SET posted = posted - 1, position = position + 1000000000 WHERE wallet_id = ${shop} RETURNING *),
           put AS (UPDATE balances b SET posted = b.posted + 1, position = t.position FROM taken t WHERE b.wallet_id = ${customers} RETURNING b.*)
      INSERT INTO postings (position, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance, credit_balance, kind, source)
      SELECT t.position, t.wallet_id, p.wallet_id, 1, 'XOF', false, t.posted, p.posted, 'funding', 'req_x' FROM taken t, put p`,
  },
  item_reaches_its_recipient: {
    'a wallet paid through an external rail': `UPDATE payout_items SET recipient = ${shop} WHERE status = 'succeeded' AND rail IS NOT NULL`,
    'another wallet than the named one': `UPDATE payout_items SET recipient = ${clearing} WHERE id = ${paidHere}`,
    'the wallet of another phone': `UPDATE payout_items SET recipient = '+50937009999' WHERE id = ${paidHere}`,
  },
  approval_is_posted_once: {
    'approved and not moved': `DELETE FROM postings WHERE kind = 'adjustment'`,
    'moved twice': copyOf('adjustment', again),
    'moved and not approved': `UPDATE approvals SET status = 'pending' WHERE kind = 'adjustment'`,
    'moved without a request': copyOf('adjustment', { ...again, source: "'apr_x'" }),
    'a cash-in without a request': copyOf('funding', { ...again, source: "'apr_x'" }),
    'another amount': `UPDATE approvals SET payload = jsonb_set(payload, '{amount}', '1') WHERE kind = 'cash_in'`,
    'another wallet': `UPDATE approvals SET payload = jsonb_set(payload, '{wallet}', '"wal_x"') WHERE kind = 'cash_in'`,
    'the other direction': `UPDATE approvals SET payload = jsonb_set(payload, '{direction}', '"credit"') WHERE kind = 'adjustment'`,
    'out of thin air': `UPDATE postings SET debit_wallet = ${clearing} WHERE source IN (SELECT id FROM approvals WHERE kind = 'cash_in')`,
  },
  payout_counts_its_items: {
    'a success not counted': `UPDATE payouts SET succeeded_count = succeeded_count - 1 WHERE status = 'completed'`,
    'a fee not counted': `UPDATE payouts SET fee = 0 WHERE fee > 0`,
    'failed money not counted': `UPDATE payouts SET failed_amount = 0 WHERE failed_amount > 0`,
    'a lost item': `DELETE FROM payout_items WHERE id = ${paidHere}`,
    'all items lost': `DELETE FROM payout_items`,
    'a lost payout': `DELETE FROM payouts`,
    'completed too late': `UPDATE payouts SET status = 'processing' WHERE status = 'completed'`,
  },
  payout_is_of_its_world: {
    'the live world': `UPDATE payouts SET world = (SELECT id FROM worlds WHERE livemode)`,
    'a wallet of another merchant': `UPDATE wallets SET owner_id = 'mer_x' WHERE id = (SELECT min(wallet_id) FROM payouts)`,
    'another currency': `UPDATE payouts SET currency = 'USD'`,
  },
  payout_has_its_event: {
    'no event': `DELETE FROM events WHERE type = 'payout.completed'`,
    'the event twice': `INSERT INTO events SELECT world, id || 'x', type, payload, created_at FROM events WHERE type = 'payout.completed'`,
    'the event before its time': `UPDATE payouts SET status = 'processing' WHERE status = 'completed'`,
    'canceled twice': `INSERT INTO events SELECT world, id || 'x', type, payload, created_at FROM events WHERE type = 'payout.canceled'`,
    'canceled by its event only': `UPDATE payouts SET status = 'pending' WHERE status = 'canceled'`,
  },
  open_hold_has_its_cause: {
    'a settled item that is still held': `UPDATE payout_items SET status = 'succeeded' WHERE status = 'processing'`,
    'too much reserved for a payout': `UPDATE payout_items SET amount = amount + 1 WHERE status = 'pending'`,
    'no hold': `UPDATE holds SET remaining = 0`,
    'half a hold': `UPDATE holds SET remaining = remaining - 1 WHERE remaining > 0`,
    'a hold of a refund that failed': `UPDATE holds SET remaining = amount WHERE source IN (SELECT id FROM refunds WHERE status = 'failed')`,
    'a hold of nothing': `INSERT INTO holds (wallet_id, source, amount, remaining) VALUES ('wal_x', 'rfd_x', 1, 1)`,
    'a hold on another wallet': `UPDATE holds SET wallet_id = 'wal_x' WHERE remaining > 0`,
    'a record that captured and still holds': `UPDATE wallet_holds SET captured = captured + 1 WHERE status = 'open'`,
    'a record that ended and still holds': `UPDATE wallet_holds SET status = 'released' WHERE status = 'open'`,
  },
  capture_is_posted_once: {
    'no posting': `DELETE FROM postings WHERE kind = 'capture'`,
    'two postings': copyOf('capture', again),
    'a posting of no hold': copyOf('capture', { ...again, source: "'hld_x'" }),
    'another amount': `UPDATE postings SET amount = amount + 1 WHERE kind = 'capture'`,
    'another receiver': `UPDATE postings SET credit_wallet = ${shop} WHERE kind = 'capture'`,
    'another payer': `UPDATE postings SET debit_wallet = 'wal_x' WHERE kind = 'capture'`,
    'a capture that the hold does not count': `UPDATE wallet_holds SET captures = '[]' WHERE captured > 0`,
    'more than the hold': `UPDATE wallet_holds SET released = amount WHERE status = 'captured'`,
    'open with nothing held': `UPDATE wallet_holds SET status = 'open' WHERE status = 'released'`,
  },
  ...captureDamages({ shop, clearing }),
  hold_is_of_its_world: {
    'the live world': `UPDATE wallet_holds SET world = (SELECT id FROM worlds WHERE livemode)`,
    'a wallet of another merchant': `
      UPDATE wallets SET owner_id = 'mer_x' WHERE id = (SELECT min(wallet_id) FROM wallet_holds)`,
    'another currency': `UPDATE wallet_holds SET currency = 'USD'`,
  },
  hold_has_its_events: {
    'not created': `DELETE FROM events WHERE type = 'hold.created'`,
    'a capture without its event': `DELETE FROM events WHERE type = 'hold.captured'`,
    'a capture reported twice': `
      INSERT INTO events SELECT world, id || 'x', type, payload, created_at FROM events WHERE type = 'hold.captured'`,
    'released and not reported': `DELETE FROM events WHERE type = 'hold.released'`,
    'expired and not reported': `DELETE FROM events WHERE type = 'hold.expired'`,
    'another end': `UPDATE wallet_holds SET status = 'expired' WHERE status = 'released'`,
  },
  payment_counts_its_refunds: {
    'refunded less than it was': `UPDATE payments SET amount_refunded = 0`,
    'a share reserved for nothing': `UPDATE payments SET amount_refunding = amount_refunding + 1 WHERE id = ${succeeded}`,
    'a refund in another currency': `UPDATE refunds SET currency = 'USD' WHERE status = 'failed'`,
    'a refund of an unpaid payment': `
      WITH paid AS (UPDATE payments SET amount_refunding = 1 WHERE id = ${open} RETURNING *),
           held AS (UPDATE balances SET held = held + 1 WHERE wallet_id = (SELECT wallet_id FROM paid)),
           hold AS (INSERT INTO holds (wallet_id, source, amount, remaining) SELECT wallet_id, 'rfd_x', 1, 1 FROM paid),
           told AS (INSERT INTO events SELECT world, 'evt_x', 'refund.created', '{"data":{"object":{"id":"rfd_x"}}}', now() FROM paid)
      INSERT INTO refunds (world, id, payment_id, amount, currency, status, wallet_id, rail, customer, created_at, updated_at, due_at)
      SELECT world, 'rfd_x', id, 1, currency, 'pending', wallet_id, rail, customer, now(), now(), now() FROM paid`,
  },
  transfer_is_posted_once: {
    'no posting': `DELETE FROM postings WHERE kind = 'transfer'`,
    'two postings': copyOf('transfer', again),
    'a posting of no transfer': copyOf('transfer', { ...again, source: "'trf_x'" }),
    'another amount': `UPDATE transfers SET amount = amount + 1`,
    'another receiver': `UPDATE transfers SET to_wallet = 'wal_x'`,
  },
  movement_is_its_postings: {
    'no postings': `DELETE FROM postings WHERE source IN (SELECT id FROM movements)`,
    'a posting that is lost': `DELETE FROM postings
      WHERE position = (SELECT max(position) FROM postings WHERE source = ${moved})`,
    'a posting twice': `INSERT INTO postings
      SELECT position + 1000000000, debit_wallet, credit_wallet, amount, currency, livemode, debit_balance,
             credit_balance, kind, source FROM postings WHERE source = ${moved} ORDER BY position LIMIT 1`,
    'postings of no movement': `DELETE FROM movements WHERE id = ${moved}`,
    'another amount of a leg': `UPDATE movements SET legs = jsonb_set(legs, '{0,amount}', '1') WHERE id = ${moved}`,
    'another wallet': `UPDATE movements SET legs = jsonb_set(legs, '{2,wallet}', '"wal_x"') WHERE id = ${moved}`,
    'the other side': `UPDATE movements SET legs = jsonb_set(legs, '{0,side}', '"credit"') WHERE id = ${moved}`,
    'another currency': `UPDATE movements SET legs = jsonb_set(legs, '{0,currency}', '"USD"') WHERE id = ${moved}`,
  },
  movement_is_of_its_world: {
    'the live world': `UPDATE movements SET world = (SELECT id FROM worlds WHERE livemode) WHERE id = ${moved}`,
    'another owner': `UPDATE movements SET owner_id = 'mer_x' WHERE id = ${moved}`,
    "a debit of somebody else's wallet": `UPDATE movements
      SET legs = jsonb_set(legs, '{0,wallet}', to_jsonb(${customers})) WHERE id = ${moved}`,
  },
  transfer_counts_its_reversals: {
    'a reversal that is not counted': `UPDATE transfers SET reversed_amount = 0 WHERE reversed_amount > 0`,
    'counted and not reversed': `UPDATE transfers SET reversed_amount = 1 WHERE reversed_amount = 0`,
    'more than the transfer': `UPDATE transfers SET amount = reversed_amount - 1 WHERE reversed_amount > 0`,
    'to another wallet': `UPDATE movements
      SET legs = jsonb_set(legs, '{1,wallet}', '"wal_x"') WHERE reverses IS NOT NULL`,
    'of another transfer': `UPDATE movements SET reverses = 'trf_x' WHERE reverses IS NOT NULL`,
  },
  movement_has_its_event: {
    'no event': `DELETE FROM events WHERE type = 'movement.succeeded'`,
    'two events': `INSERT INTO events SELECT world, id || 'x', type, payload, created_at FROM events
      WHERE type = 'movement.succeeded'`,
  },
  reversal_has_its_event: { 'no event': `DELETE FROM events WHERE type = 'transfer.reversed'` },
  row_has_its_world: {
    'a transfer of no world': `UPDATE transfers SET world = 999`,
    'an event of no world': `UPDATE events SET world = 999 WHERE type = 'refund.created'`,
    'an answer of no world': `INSERT INTO idempotency_keys (world, key, fingerprint, status, body) VALUES (999, 'k', '', 201, '')`,
  },
  transfer_is_of_its_world: {
    'the live world': `UPDATE transfers SET world = (SELECT id FROM worlds WHERE livemode)`,
    'a wallet of another merchant': `UPDATE wallets SET owner_id = 'mer_x' WHERE id IN (SELECT from_wallet FROM transfers WHERE from_wallet = ${shop})`,
    "another person's wallet": `UPDATE wallets SET owner_id = 'usr_x'
      WHERE id = (SELECT min(id) FROM wallets WHERE owner_type = 'customer' AND id IN (SELECT from_wallet FROM transfers))`,
  },
  ...splitDamages,
  ...bearerDamages,
  ...openingDamages,
  open_has_its_worker: {
    'a payment': `UPDATE payments SET due_at = NULL WHERE id = ${open}`,
    'a hold, whose money stays reserved': `UPDATE wallet_holds SET due_at = NULL`,
    'a refund, whose money stays reserved': `UPDATE refunds SET due_at = NULL WHERE status = 'pending'`,
    'a payout': `UPDATE payouts SET due_at = NULL WHERE due_at IS NOT NULL`,
    'a skipped item': `UPDATE payouts SET cursor = 'pit_z' WHERE status = 'pending'`,
    'an item at its rail': `UPDATE payout_items SET due_at = NULL WHERE status = 'processing'`,
  },
  payment_has_its_final_event: {
    'no event': `DELETE FROM events WHERE type = 'payment.failed'`,
    'the event twice': `INSERT INTO events SELECT world, id || 'x', type, payload, created_at FROM events WHERE type = 'payment.succeeded'`,
    'the event of another outcome': `UPDATE events SET type = 'payment.failed' WHERE type = 'payment.succeeded'`,
    'an event before its time': `UPDATE events SET type = 'payment.succeeded' WHERE type = 'payment.requires_action'`,
  },
  refund_has_its_events: {
    'not created': `DELETE FROM events WHERE type = 'refund.created'`,
    'created twice': `INSERT INTO events SELECT world, id || 'x', type, payload, created_at FROM events WHERE type = 'refund.created'`,
    'no final event': `DELETE FROM events WHERE type = 'refund.failed'`,
  },
  transfer_has_its_event: {
    'no event': `DELETE FROM events WHERE type = 'transfer.succeeded'`,
    'two events': `INSERT INTO events SELECT world, id || 'x', type, payload, created_at FROM events WHERE type = 'transfer.succeeded'`,
  },
  bulk_counts_its_results: {
    'lost results': `DELETE FROM bulk_results`,
    'results of nothing': `DELETE FROM bulks`,
    'a success too many': `UPDATE bulks SET succeeded = succeeded - 1`,
    'a result too few': `UPDATE bulk_results SET results = regexp_replace(results, ',{[^{]*$', '')`,
    'not completed': `UPDATE bulks SET completed_at = NULL`,
  },
  bulk_result_has_its_record: {
    'a transfer that does not exist': `UPDATE bulk_results SET results = replace(results, '"trf_', '"trf_x')`,
    'a payment that does not exist': `UPDATE bulk_results SET results = replace(results, '"pay_', '"pay_x')`,
    'one transfer for two items': `UPDATE bulk_results
      SET results = split_part(results, '},', 1) || '},' || split_part(results, '},', 1) || '}'`,
  },
  bulk_has_its_event: {
    'no event': `DELETE FROM events WHERE type = 'bulk.completed'`,
    'two events': `INSERT INTO events SELECT world, id || 'x', type, payload, created_at FROM events
      WHERE type = 'bulk.completed'`,
  },
  delivery_has_its_event: {
    'no event': `UPDATE deliveries SET event_id = 'evt_x'`,
    'another kind': `UPDATE deliveries SET event_type = 'wallet.frozen'`,
    'no endpoint': `DELETE FROM webhook_endpoints`,
  },
  attempts_are_logged: {
    'an attempt not logged': `UPDATE deliveries SET attempts_made = attempts_made + 1`,
    'an attempt not counted': `UPDATE deliveries SET attempts = attempts || attempts`,
    'a gap': `UPDATE deliveries SET attempts = ARRAY[replace(attempts[1]::text, '"number":1', '"number":2')::json] || attempts[2:]
      WHERE attempts_made > 0`,
  },
};
