import { Button, Select, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PaymentLink } from '../../../contract/src/links.ts';
import type { Shift } from '../../../contract/src/tills.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { shortId } from '../ui/format.ts';
import { Go } from '../ui/go.tsx';
import { useHomeCurrency } from '../ui/home-currency.ts';
import { Plus } from '../ui/icons.ts';
import { Table } from '../ui/list-page.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { Section } from '../ui/section.tsx';
import { Empty, Failure, FormError, Loading } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { useChange } from '../world/change.ts';
import { useMayChange } from '../world/may-change.ts';
import { failureOf, useRead } from '../world/read.ts';
import { useWorldPath } from '../world/world.tsx';
import classes from './till.module.css';

/** The tills: links with an open amount for many payers. Each has at most one open shift. */
export function TillsPage() {
  const { t } = useTexts();
  const mayChange = useMayChange();
  const [creating, create] = useDisclosure();
  const links = useRead('/links', { query: { active: 'true', limit: 100 } });
  const open = useRead('/shifts', { query: { status: 'open', limit: 100 } });
  const ended = useRead('/shifts', { query: { status: 'ended', limit: 20 } });
  const failure = failureOf(links) ?? failureOf(open);
  const tills = links.data?.data.filter(({ amount, use }) => amount === null && use === 'many');
  const nameOf = ({ link }: Shift) => tills?.find(({ id }) => id === link)?.name ?? shortId(link);
  return (
    <>
      <PageHead title={t('till.title')}>
        {mayChange('money') && (
          <Button variant="default" leftSection={<Plus size={16} />} onClick={create.open}>
            {t('till.create')}
          </Button>
        )}
      </PageHead>
      {failure ? (
        <Failure error={failure} retry={() => links.refetch()} />
      ) : !tills || !open.data ? (
        <Loading />
      ) : tills.length === 0 ? (
        <Empty title={t('till.none')}>{t('till.noneAdvice')}</Empty>
      ) : (
        <ul className={classes.tills}>
          {tills.map((till) => (
            <Till key={till.id} till={till} shift={open.data.data.find(({ link }) => link === till.id)} />
          ))}
        </ul>
      )}
      {ended.data && ended.data.data.length > 0 && (
        <Section title={t('till.shifts')}>
          <Table
            rows={ended.data.data}
            to={({ id }) => `/till/${id}`}
            columns={[
              { head: t('till.one'), cell: nameOf },
              { head: t('till.started'), cell: ({ created_at }) => <Time at={created_at} /> },
              { head: t('till.ended'), cell: ({ ended_at }) => ended_at && <Time at={ended_at} />, end: true },
            ]}
          />
        </Section>
      )}
      {creating && <CreateTill onClose={create.close} />}
    </>
  );
}

function Till({ till, shift }: { till: PaymentLink; shift: Shift | undefined }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const worldPath = useWorldPath();
  const mayChange = useMayChange();
  const starting = useChange('POST', '/shifts', ['/shifts'], { once: true });
  const start = async () => {
    const { id } = await starting.run({ body: { link: till.id } });
    await navigate({ to: worldPath(`/till/${id}`) });
  };
  const name = till.name ?? shortId(till.id);
  return (
    <li>
      <div>
        <strong>{name}</strong> {till.currency} {shift && <Status status="open" />}
      </div>
      <div>
        <FormError error={starting.error} />
        {shift ? (
          <Go to={`/till/${shift.id}`}>{t('till.goOn')}</Go>
        ) : (
          mayChange('sales') && (
            <Button loading={starting.isPending} onClick={() => start().catch(() => undefined)}>
              {t('till.start', { name })}
            </Button>
          )
        )}
      </div>
    </li>
  );
}

/** A till is a link, so its form has only what a counter needs. */
function CreateTill({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const worldPath = useWorldPath();
  const currencies = Object.keys(service.currencies);
  const [name, setName] = useState('');
  const [currency, setCurrency] = useState(useHomeCurrency());
  const creating = useChange('POST', '/links', ['/links'], { once: true });
  const submit = async () => {
    const { id } = await creating.run({ body: { currency, name: name.trim() } });
    // The link's page has the code to print.
    await navigate({ to: worldPath(`/links/${id}`) });
  };
  return (
    <FormDialog
      title={t('till.create')}
      act={t('till.create')}
      onClose={onClose}
      change={creating}
      disabled={!name.trim()}
      submit={submit}
    >
      <TextInput
        label={t('till.name')}
        required
        maxLength={60}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Select
        label={t('record.currency')}
        allowDeselect={false}
        data={currencies}
        value={currency}
        onChange={(chosen) => setCurrency(chosen!)}
      />
    </FormDialog>
  );
}
