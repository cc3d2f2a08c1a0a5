import type { ReactNode } from 'react';
import type { TimelineEntry } from '../../../contract/src/dashboard.ts';
import type { FailureCode } from '../../../contract/src/payments.ts';
import type { Entry } from '../../../contract/src/wallets.ts';
import type { Say } from '../texts/use-texts.ts';
import { Go } from '../ui/go.tsx';
import { Money } from '../ui/money.tsx';
import { Status } from '../ui/status.tsx';
import type { Step } from '../ui/timeline.tsx';

const tones = { created: undefined, succeeded: 'ok', failed: 'bad' } as const;

/**
 * The history of a payment and its refunds: states, postings and events, the newest first.
 * @param own whether the refunds and events belong to the reader and have pages here
 */
export const stepsOf = (entries: readonly TimelineEntry[], t: Say, own = true): Step[] =>
  entries.map((entry, index) => stepOf(entry, String(index), t, own)).reverse();

type StepDelivery = NonNullable<TimelineEntry['event']>['deliveries'][number];

/** Where the event was sent, with the state of its delivery. */
const DeliveryStep = ({ delivery, t }: { delivery: StepDelivery; t: Say }) => (
  <div>
    <Go to={`/deliveries/${delivery.id}`}>{t('inbox.to', { host: delivery.host ?? t('inbox.title') })}</Go>{' '}
    <Status status={delivery.status} /> {delivery.response_status}
  </div>
);

function stepOf(entry: TimelineEntry, key: string, t: Say, own: boolean): Step {
  const link = (to: string, what: ReactNode) => (own ? <Go to={to}>{what}</Go> : what);
  const { at, kind, record, event, posting, failure_code } = entry;
  const money = entry.amount !== null && entry.currency && <Money amount={entry.amount} currency={entry.currency} />;
  if (kind === 'event') {
    const what = (
      <>
        {t('payments.step.event')} {link(`/events/${event!.id}`, event!.type)}
        {own && event!.deliveries.map((delivery) => <DeliveryStep key={delivery.id} delivery={delivery} t={t} />)}
      </>
    );
    return { key, at, what };
  }
  if (kind === 'posting') {
    const what = (
      <>
        {t(`payments.step.${posting!.direction}`)} {money} ({t(`wallets.kind.${posting!.kind as Entry['kind']}`)}) ·{' '}
        {t('payments.step.balance')} <Money amount={posting!.balance_after} currency={entry.currency!} />
      </>
    );
    return { key, at, what };
  }
  const tone = tones[kind];
  const why = failure_code && (
    <>
      · {t(`record.failure.${failure_code as FailureCode}`)} (<code>{failure_code}</code>)
    </>
  );
  const ofRefund = record.startsWith('rfd_');
  const what = ofRefund ? (
    <>
      {t(`payments.step.refund.${kind}`)} {link(`/refunds/${record}`, money)} {why}
    </>
  ) : (
    <>
      {t(`payments.step.${kind}`)} {why}
    </>
  );
  return { key, at, what, ...(tone ? { tone } : {}) };
}
