import { useParams } from '@tanstack/react-router';
import type { CustomerFile } from '../../../contract/src/customers.ts';
import { locale } from '../texts/texts.ts';
import { type Say, useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Money } from '../ui/money.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Time } from '../ui/time.tsx';
import { useRead } from '../world/read.ts';
import { Notes } from './notes.tsx';
import { PaymentsOf, RefundsOfCustomer } from './records-of.tsx';

export function CustomerPage() {
  const { t } = useTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const customer = useRead('/customers/{id}', { params: { id } });
  return (
    <RecordPage
      kind={t('record.customer')}
      list={{ to: '/customers', name: t('customers.title') }}
      record={customer}
      title={({ phone }) => phone}
      who={({ user }) => user && t('customers.account')}
      facts={(record) => [
        [t('customers.paid'), sumsOf(record.payments, t)],
        [t('customers.payments'), countOf(record.payments, t)],
        [t('customers.failed'), record.payments.failed > 0 && numbered(record.payments.failed)],
        [t('customers.refunded'), sumsOf(record.refunds, t)],
        [t('customers.since'), record.first_payment_at && <Time key="since" at={record.first_payment_at} />],
        [t('customers.last'), record.last_payment && <Time key="last" at={record.last_payment.created_at} />],
        [t('record.id'), <Id key="id" id={record.id} whole />],
      ]}
    >
      {(record) => (
        <>
          <Notes customer={record} />
          <PaymentsOf customer={record.id} />
          {record.refunds.count > 0 && <RefundsOfCustomer customer={record.id} />}
        </>
      )}
    </RecordPage>
  );
}

const numbered = (count: number) => count.toLocaleString(locale());

type Counted = CustomerFile['refunds'];

/** With “more than” if not all records were counted. */
const countOf = ({ exact, count }: Counted, t: Say) =>
  exact ? numbered(count) : t('customers.moreThan', { said: numbered(count) });

/** The sum of each currency in a line of its own. */
const sumsOf = ({ exact, succeeded }: Counted, t: Say) =>
  succeeded.length > 0 &&
  succeeded.map(({ currency, amount }) => (
    <div key={currency}>
      {!exact && t('customers.moreThan', { said: '' })}
      <Money amount={amount} currency={currency} />
    </div>
  ));
