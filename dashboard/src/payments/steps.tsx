import type { Payment } from '../../../contract/src/payments.ts';
import type { Refund } from '../../../contract/src/refunds.ts';
import type { Say } from '../texts/use-texts.ts';
import { Go } from '../ui/go.tsx';
import { Money } from '../ui/money.tsx';
import type { Step } from '../ui/timeline.tsx';

/** What became of a payment and its refunds, the newest first. */
export function stepsOf(payment: Payment, refunds: readonly Refund[], t: Say): Step[] {
  const steps: Step[] = [{ at: payment.created_at, what: t('payments.step.created') }];
  if (payment.next_action) steps.push({ at: payment.updated_at, what: t('payments.step.waits'), tone: 'wait' });
  if (payment.succeeded_at) steps.push({ at: payment.succeeded_at, what: t('payments.step.succeeded'), tone: 'ok' });
  if (payment.failed_at) {
    steps.push({
      at: payment.failed_at,
      what: `${t('payments.step.failed')} ${payment.failure?.message ?? ''}`,
      tone: 'bad',
    });
  }
  for (const refund of refunds) {
    const name = (
      <Go key={refund.id} to={`/refunds/${refund.id}`}>
        <Money amount={refund.amount} currency={refund.currency} />
      </Go>
    );
    const say = (at: string, words: string, tone?: Step['tone']) =>
      steps.push({
        at,
        what: (
          <span key={`${refund.id}${words}`}>
            {words} {name}
          </span>
        ),
        ...(tone ? { tone } : {}),
      });
    say(refund.created_at, t('payments.step.refundCreated'));
    if (refund.succeeded_at) say(refund.succeeded_at, t('payments.step.refundSucceeded'), 'ok');
    if (refund.failed_at) say(refund.failed_at, t('payments.step.refundFailed'), 'bad');
  }
  return steps.sort((a, b) => (a.at < b.at ? 1 : -1));
}
