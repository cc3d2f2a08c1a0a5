/** Errors of work that is in progress. `errors.ts` combines them with the others. */
export const workErrors = {
  idempotency_in_progress: {
    status: 409,
    type: 'conflict',
    title: 'The first request with this key is still in progress',
    advice: 'Send the same request with the same key again in a moment. It gets the answer of the first request.',
  },
  clock_advance_in_progress: {
    status: 409,
    type: 'conflict',
    title: 'The test clock is still advancing',
    advice:
      'An earlier advance of this test clock is still moving deadlines. Poll `GET /api/v1/test/clock` until its `status` is `ready`, then send the request again with a new Idempotency-Key.',
  },
  settlement_refused: {
    status: 409,
    type: 'conflict',
    title: 'The ledger still refuses this settlement',
    advice:
      'The message gives the reason, such as a full wallet. Remove the cause, then send the request again with a new Idempotency-Key.',
  },
  settlement_resolved: {
    status: 409,
    type: 'conflict',
    title: 'The settlement is already resolved',
    advice: 'Nothing was changed. `GET /api/v1/operator/parked_settlements?status=open` lists the open settlements.',
  },
  case_closed: {
    status: 409,
    type: 'conflict',
    title: 'The case is already closed',
    advice: 'Nothing was changed. `GET /api/v1/operator/cases?status=open` lists the open cases.',
  },
  case_holds_money: {
    status: 409,
    type: 'conflict',
    title: 'Money of this case is still in suspense',
    advice:
      'Assign the money to a wallet, or return it to its payer (`assign_money`, `return_money`). Two operators decide, and the case is closed with the money.',
  },
  case_not_asked: {
    status: 409,
    type: 'conflict',
    title: 'There is nothing to ask the provider about this case',
    advice:
      'Its record is final already, or the case is about no payment, refund or payout item. Nothing was changed. Read the case again.',
  },
  case_record_not_open: {
    status: 409,
    type: 'conflict',
    title: 'The case has no open record to settle',
    advice:
      'Its payment, refund or payout item is final already or was not sent, or the case is of another kind. Nothing was changed. Read the case again.',
  },
  person_has_open_records: {
    status: 409,
    type: 'conflict',
    title: 'The person cannot be erased yet',
    advice:
      'The message lists what is open: balances, frozen wallets, payments, payouts, cases. Nothing was changed. End these, then request the erasure again.',
  },
  case_holds_no_money: {
    status: 409,
    type: 'conflict',
    title: 'No money of this case is in suspense',
    advice: 'Nothing was changed. Close the case with `POST /api/v1/operator/cases/{id}/close`.',
  },
  case_not_an_exception: {
    status: 409,
    type: 'conflict',
    title: 'The case has no open item of a statement',
    advice:
      'Nothing was changed. Its item was matched or resolved, or the case is of another kind. Read the case again.',
  },
  statement_file_damaged: {
    status: 409,
    type: 'conflict',
    title: 'The stored statement file is damaged',
    advice:
      'The document store lacks a part of the file, or has other bytes than were received. Restore the store from a backup, and find out who can write to it. The imported lines are not affected.',
  },
  close_not_ready: {
    status: 409,
    type: 'conflict',
    title: 'The day cannot be closed yet',
    advice:
      'Nothing was changed. The message gives the reasons. `GET /api/v1/operator/closes/preview` shows the figures meanwhile.',
  },
  close_unexplained: {
    status: 409,
    type: 'conflict',
    title: 'No item explains a part of the difference',
    advice:
      'Nothing was changed. `unexplained` is the amount. Import the missing statement, or book the opening balance of the rail, then close the day with a new Idempotency-Key.',
  },
  close_reviewed: {
    status: 409,
    type: 'conflict',
    title: 'The close is already reviewed',
    advice: 'Nothing was changed. `GET /api/v1/operator/closes/{id}` shows by whom.',
  },
  match_unequal: {
    status: 422,
    type: 'invalid_request',
    title: 'The two sides of the match have different sums',
    advice:
      'Nothing was changed. Send lines and entries that are open, of the rail of the case, and whose sums are equal.',
  },
  match_not_undoable: {
    status: 409,
    type: 'conflict',
    title: 'The match cannot be undone',
    advice: 'Nothing was changed. The line has no match, or a case has resolved it, or its day is closed.',
  },
  transfer_not_reversible: {
    status: 403,
    type: 'permission',
    title: 'Only the owner of the receiving wallet can reverse this transfer',
    advice:
      'A reversal takes the money out of the wallet that received it, so its owner makes it. Nothing was changed. Ask the receiver, or an operator, whose adjustment needs two people.',
  },
  reversal_exceeds_remaining: {
    status: 422,
    type: 'unprocessable',
    title: 'The reversal exceeds the remaining amount',
    advice:
      'The reversals of a transfer never exceed its amount. `remaining` is the amount that is not reversed yet. Nothing was changed.',
  },
} as const;
