import { Navigate, useParams } from '@tanstack/react-router';
import { useTexts } from '../texts/use-texts.ts';
import { Empty, Failure, Loading } from '../ui/states.tsx';
import { failureOf, useRead } from '../world/read.ts';

/** Leads from a payment to its customer's page, so that no address has a phone. */
export function PayerPage() {
  const { t } = useTexts();
  const { payment, integration, mode } = useParams({ strict: false }) as Record<string, string>;
  const found = useRead('/customers', { query: { payment: payment! } });
  const failure = failureOf(found);
  if (failure) return <Failure error={failure} retry={() => found.refetch()} />;
  if (!found.data) return <Loading />;
  const [customer] = found.data.data;
  if (customer) return <Navigate to={`/${integration}/${mode}/customers/${customer.id}`} replace />;
  return <Empty title={t('customers.gone')}>{t('customers.goneAdvice')}</Empty>;
}
