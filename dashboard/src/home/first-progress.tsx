import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { InboxEvent } from '../../../contract/src/inbox.ts';
import type { Payment } from '../../../contract/src/payments.ts';
import { type Say, useTexts } from '../texts/use-texts.ts';
import { Go } from '../ui/go.tsx';
import { CircleCheck, CircleDashed } from '../ui/icons.ts';
import { Money } from '../ui/money.tsx';
import { Section } from '../ui/section.tsx';
import { Status } from '../ui/status.tsx';
import { useRead } from '../world/read.ts';
import classes from './home.module.css';

const EVERY_MS = 1_000;
const isOpen = ({ status }: Payment) => status !== 'succeeded' && status !== 'failed';

/** Two lines that turn green: the newest payment, and the arrival of its webhook in the inbox. */
export function FirstProgress({ onDone }: { onDone: () => void }) {
  const { t } = useTexts();
  // The stream of events says when it is old.
  const payments = useRead('/payments', { query: { limit: 1 } });
  const payment = payments.data?.data[0];
  // The event of its outcome, and not an earlier one.
  const isOutcome = ({ event_type, payload }: InboxEvent) =>
    payment !== undefined && event_type === `payment.${payment.status}` && payload.includes(payment.id);
  const inbox = useRead('/inbox', {
    query: { limit: 10 },
    enabled: payment !== undefined && !isOpen(payment),
    refetchInterval: (answer) => (answer?.data.some(isOutcome) ? false : EVERY_MS),
  });
  const webhook = inbox.data?.data.find(isOutcome);
  return (
    <Section title={t('start.steps')}>
      <ol className={classes.progress} aria-live="polite">
        <Line done={payment !== undefined && !isOpen(payment)}>{paymentText(payment, t)}</Line>
        <Line done={webhook?.signature === 'valid'}>
          {webhook ? (
            <>
              <strong>{t('start.webhook', { type: webhook.event_type })}</strong>
              <span>{t(webhook.signature === 'valid' ? 'start.signed' : 'start.unsigned')}</span>
              <Go to="/inbox">{t('start.toInbox')}</Go>
            </>
          ) : (
            <span>{t(payment ? 'start.webhookSent' : 'start.webhookWaiting')}</span>
          )}
        </Line>
      </ol>
      {webhook && (
        <Button variant="default" size="md" mt="md" onClick={onDone}>
          {t('start.toHome')}
        </Button>
      )}
    </Section>
  );
}

function paymentText(payment: Payment | undefined, t: Say): ReactNode {
  if (!payment) return <span>{t('start.waiting')}</span>;
  return (
    <>
      <strong>{t(payment.status === 'failed' ? 'start.failed' : 'start.arrived')}</strong>
      <Money amount={payment.amount} currency={payment.currency} />
      <Status status={payment.status} />
      <Go to={`/payments/${payment.id}`}>
        {t(payment.status === 'requires_action' ? 'start.decide' : 'start.toPayment')}
      </Go>
    </>
  );
}

const Line = ({ done, children }: { done: boolean; children: ReactNode }) => (
  <li data-done={done || undefined}>
    <span className={classes.mark}>
      {done ? <CircleCheck size={22} aria-hidden /> : <CircleDashed size={22} aria-hidden />}
    </span>
    <div>{children}</div>
  </li>
);
