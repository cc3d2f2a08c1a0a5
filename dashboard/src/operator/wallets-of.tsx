import { useTexts } from '../texts/use-texts.ts';
import { Table } from '../ui/list-page.tsx';
import { Section } from '../ui/section.tsx';
import { Failure } from '../ui/states.tsx';
import { failureOf, useRead } from '../world/read.ts';
import { useWalletColumns } from './wallet-columns.tsx';

export function WalletsOf({ owner }: { owner: string }) {
  const { t } = useTexts();
  const wallets = useRead('/operator/wallets', { query: { owner, limit: 100 } });
  const columns = useWalletColumns();
  const failure = failureOf(wallets);
  if (failure) return <Failure error={failure} />;
  if (!wallets.data?.data.length) return null;
  return (
    <Section title={t('operator.page.wallets')}>
      <Table rows={wallets.data.data} to={({ id }) => `/operator/wallets/${id}`} columns={columns} />
    </Section>
  );
}
