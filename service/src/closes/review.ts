import type { reviewClose } from '../../../contract/src/closes.ts';
import type { InputOf } from '../../../contract/src/route.ts';
import { actorOf, recordActs } from '../audit/record.ts';
import type { Tx } from '../db/transaction.ts';
import type { Command } from '../kernel/command.ts';
import { answerEach, Refusal } from '../kernel/refusal.ts';
import { compareSafeguarding } from './compare-safeguarding.ts';
import { mailReview, type ReviewNotices } from './mail-review.ts';
import { findCloseItems } from './read.ts';
import { lockClose, markReviewed } from './store.ts';
import { renderClose } from './view.ts';

export type { ReviewNotices };

/** A second operator confirms the figures of a closed day. */
export function reviewCloses(
  tx: Tx,
  commands: Command<InputOf<typeof reviewClose>>[],
  notices: ReviewNotices,
): Promise<(string | Refusal)[]> {
  return answerEach(commands, async (command) => {
    const { id } = command.input;
    const row = await lockClose(tx, id);
    if (!row) throw new Refusal('not_found');
    if (row.status === 'reviewed') throw new Refusal('close_reviewed');
    if (row.created_by === command.caller.id) {
      throw new Refusal('forbidden_account_type', 'You closed this day yourself. Another operator must review it.');
    }
    const reviewed = await markReviewed(tx, id, command.caller.id);
    await compareSafeguarding(tx, reviewed);
    const after = { rail: row.rail, day: row.day };
    await recordActs(tx, [{ ...actorOf(command), action: 'close.reviewed', target: id, after }]);
    await mailReview(tx, notices, reviewed);
    return renderClose(reviewed, await findCloseItems(tx, id));
  });
}
