import { Button, Group } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Beneficiary } from '../../../contract/src/beneficiaries.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { Go } from '../ui/go.tsx';
import { ChevronLeft, Download, Plus } from '../ui/icons.ts';
import { type Column, ListPage } from '../ui/list-page.tsx';
import { Money } from '../ui/money.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { saveCsv } from '../ui/save-csv.ts';
import { Empty, FormError } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import { useWorld } from '../world/world.tsx';
import { readPeople, templateOf } from './list-people.ts';
import classes from './payouts.module.css';
import { PersonForm } from './person-form.tsx';

/** The people whom the merchant pays, by name and group. */
export function PeoplePage() {
  const { t } = useTexts();
  const mayPay = useMayChange()('money');
  const { group = '' } = useSearch({ strict: false }) as { group?: string };
  const [shown, setShown] = useState<Beneficiary | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Beneficiary | null>(null);
  const columns: readonly Column<Beneficiary>[] = [
    { head: t('payouts.column.name'), cell: ({ name }) => name, line: 'name' },
    { head: t('payouts.column.recipient'), cell: ({ recipient }) => recipient, line: 'state' },
    { head: t('payroll.list.groups'), cell: ({ groups }) => groups.join(', ') || '–' },
    {
      head: t('payroll.list.usual'),
      cell: ({ amount, currency }) => (amount && currency ? <Money amount={amount} currency={currency} /> : '–'),
      line: 'much',
    },
    {
      head: t('payroll.list.change'),
      cell: (person) =>
        mayPay && (
          <Group gap="xs" wrap="nowrap" justify="flex-end">
            <Button
              size="xs"
              variant="default"
              aria-label={t('payroll.list.changeOf', { name: person.name })}
              onClick={() => setShown(person)}
            >
              {t('payroll.list.change')}
            </Button>
            <Button
              size="xs"
              variant="default"
              aria-label={t('payroll.list.removeOf', { name: person.name })}
              onClick={() => setLeaving(person)}
            >
              {t('payroll.remove')}
            </Button>
          </Group>
        ),
      end: true,
      line: 'note',
    },
  ];
  return (
    <>
      <PageHead
        title={t('payroll.list.title')}
        above={
          <Go to="/payouts" className={classes.back}>
            <ChevronLeft size={14} aria-hidden /> {t('payouts.title')}
          </Go>
        }
      >
        <Template group={group} />
        {mayPay && (
          <>
            <Button variant="default" leftSection={<Plus size={16} />} onClick={() => setShown('new')}>
              {t('payroll.addPerson')}
            </Button>
            <Go to={`/payouts/new?group=${encodeURIComponent(group)}`} className={classes.act}>
              {group ? t('payroll.list.payGroup', { group }) : t('payroll.list.payAll')}
            </Go>
          </>
        )}
      </PageHead>
      <ListPage
        path="/beneficiaries"
        columns={columns}
        filters={[{ name: 'group', label: t('payroll.list.group') }]}
        empty={<Empty title={t('payroll.list.none')}>{t('payroll.list.noneAdvice')}</Empty>}
      />
      {shown && <PersonForm person={shown === 'new' ? null : shown} onClose={() => setShown(null)} />}
      <Leave person={leaving} onClose={() => setLeaving(null)} />
    </>
  );
}

/** A file with these people, in which somebody fills in the amounts. */
function Template({ group }: { group: string }) {
  const { t } = useTexts();
  const world = useWorld()!;
  const [error, setError] = useState<unknown>(null);
  const save = () => {
    setError(null);
    readPeople(world, group)
      .then((people) => saveCsv(templateOf(people), `${group || 'payout'}.csv`))
      .catch(setError);
  };
  return (
    <>
      <Button variant="default" leftSection={<Download size={16} />} onClick={save}>
        {t('payroll.list.template')}
      </Button>
      <FormError error={error} />
    </>
  );
}

function Leave({ person, onClose }: { person: Beneficiary | null; onClose: () => void }) {
  const { t } = useTexts();
  const removed = useChange('DELETE', '/beneficiaries/{id}', ['/beneficiaries']);
  return (
    <Confirm
      opened={person !== null}
      onClose={onClose}
      title={t('payroll.list.removeTitle')}
      act={t('payroll.remove')}
      pending={removed.isPending}
      error={removed.error}
      onConfirm={() => removed.run({ params: { id: person!.id } }).then(onClose, () => undefined)}
    >
      {person && t('payroll.list.removeAsk', { name: person.name })}
    </Confirm>
  );
}
