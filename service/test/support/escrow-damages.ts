/** The statements that break the invariants of escrow. `ledger-damages.ts` has the others. */
const theirs = "(SELECT min(id) FROM wallet_holds WHERE escrow IS NOT NULL AND status = 'open' AND NOT disputed)";
const disputed = '(SELECT min(id) FROM wallet_holds WHERE disputed)';
const both = (decision: string) => `jsonb_set(jsonb_set(escrow, '{0,decision}', '"${decision}"'), '{1,decision}',
  '"${decision}"')`;

export const escrowDamages = {
  escrow_ends_as_decided: {
    'captured without both decisions': `UPDATE wallet_holds SET escrow = jsonb_set(escrow, '{0,decision}', '"return"')
      WHERE escrow IS NOT NULL AND status = 'captured'`,
    'captured though both returned it': `UPDATE wallet_holds SET escrow = ${both('return')}
      WHERE escrow IS NOT NULL AND status = 'captured'`,
    'returned though both released it': `UPDATE wallet_holds SET escrow = ${both('release')}
      WHERE escrow IS NOT NULL AND status = 'released'`,
    'expired during a disagreement': `UPDATE wallet_holds SET status = 'expired', disputed = false WHERE disputed`,
    'open though both agree': `UPDATE wallet_holds SET escrow = ${both('release')} WHERE id = ${theirs}`,
    'a disagreement that expires': `UPDATE wallet_holds SET due_at = now() WHERE id = ${disputed}`,
    'a disagreement that is not marked': `UPDATE wallet_holds SET disputed = false WHERE id = ${disputed}`,
    'a disagreement without a case': `UPDATE cases SET status = 'closed' WHERE kind = 'escrow_disagreement'`,
    'a part of the amount': `UPDATE wallet_holds SET captured = 1 WHERE id = ${theirs}`,
  },
  escrow_has_its_deciders: {
    'a decider who does not find it': `DELETE FROM hold_deciders WHERE hold_id = ${theirs}`,
    'another decider': `
      UPDATE wallet_holds SET escrow = jsonb_set(escrow, '{0,owner}', '"usr_x"') WHERE id = ${theirs}`,
    'deciders of a plain hold': `UPDATE wallet_holds SET escrow = NULL WHERE id = ${theirs}`,
    'a decider in the other mode': `UPDATE hold_deciders SET livemode = true WHERE hold_id = ${theirs}`,
    'a wallet in another currency': `
      UPDATE wallets SET currency = 'USD' WHERE owner_id = (SELECT min(owner_id) FROM hold_deciders)`,
  },
  decision_has_its_event: {
    'not reported': `DELETE FROM events WHERE type = 'hold.decided'`,
    'reported twice': `
      INSERT INTO events SELECT world, id || 'x', type, payload, created_at FROM events WHERE type = 'hold.decided'`,
  },
};
