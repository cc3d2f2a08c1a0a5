import type { Merchant } from '../../../contract/src/merchants.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';

export function MerchantsPage() {
  const { t } = useTexts();
  const columns: readonly Column<Merchant>[] = [
    { head: t('operator.name'), cell: ({ name }) => name, line: 'name' },
    {
      head: t('shell.live'),
      cell: ({ live_approved_at }) => (live_approved_at ? <Time at={live_approved_at} /> : t('developers.testOnly')),
      line: 'state',
    },
    { head: t('operator.persons'), cell: ({ people }) => people.length, wide: true },
    { head: t('record.id'), cell: ({ id }) => <Id id={id} />, wide: true },
    { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true, line: 'when' },
  ];
  return (
    <>
      <PageHead title={t('operator.page.merchants')} />
      <ListPage
        path="/operator/merchants"
        columns={columns}
        filters={[{ name: 'search', label: t('operator.searchMerchants') }]}
        to={({ id }) => `/operator/merchants/${id}`}
        empty={<Empty title={t('operator.noMerchants')} />}
      />
    </>
  );
}
