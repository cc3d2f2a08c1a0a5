import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PaymentLink } from '../../../contract/src/links.ts';
import { useTexts } from '../texts/use-texts.ts';
import { shortId } from '../ui/format.ts';
import { Plus } from '../ui/icons.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Empty } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { useMayChange } from '../world/may-change.ts';
import { CreateLink } from './create-link.tsx';
import { linkStatus } from './link-status.ts';

/** `?new=1` opens the form: the first steps lead here. */
export function LinksPage() {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const navigate = useNavigate();
  const { new: opened } = useSearch({ strict: false }) as { new?: string };
  const show = (shown: boolean) => navigate({ to: '.', search: (shown ? { new: '1' } : {}) as never, replace: true });
  const columns: readonly Column<PaymentLink>[] = [
    { head: t('links.name'), cell: ({ name, id }) => name ?? shortId(id), line: 'name' },
    {
      head: t('record.amount'),
      cell: ({ amount, currency }) =>
        amount === null ? t('links.open') : <Money amount={amount} currency={currency} />,
      end: true,
      line: 'much',
    },
    { head: t('record.status'), cell: ({ state }) => <Status status={linkStatus[state]} />, line: 'state' },
    {
      head: t('links.sold'),
      cell: ({ sold, stock }) => (stock === null ? sold : `${sold} / ${stock}`),
      end: true,
      wide: true,
    },
    { head: t('record.created'), cell: ({ created_at }) => <Time at={created_at} />, end: true, line: 'when' },
  ];
  const create = mayChange('money') && (
    <Button leftSection={<Plus size={16} />} onClick={() => show(true)}>
      {t('links.create')}
    </Button>
  );
  return (
    <>
      <PageHead title={t('links.title')}>{create}</PageHead>
      <ListPage
        path="/links"
        columns={columns}
        filters={[
          {
            name: 'active',
            label: t('record.status'),
            options: [
              { value: 'true', label: t('status.active') },
              { value: 'false', label: t('status.disabled') },
            ],
          },
        ]}
        to={({ id }) => `/links/${id}`}
        empty={<Empty title={t('links.none')}>{t('links.noneAdvice')}</Empty>}
      />
      {opened && mayChange('money') && <CreateLink onClose={() => show(false)} />}
    </>
  );
}
