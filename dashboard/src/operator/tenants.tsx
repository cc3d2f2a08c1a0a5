import { NumberInput, Stack } from '@mantine/core';
import { useState } from 'react';
import type { TenantLoad } from '../../../contract/src/tenants.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Table } from '../ui/list-page.tsx';
import { Section } from '../ui/section.tsx';
import { Failure, Loading } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { failureOf, useRead } from '../world/read.ts';
import { Act } from './act.tsx';
import { ModeName } from './mode-name.tsx';
import { Ref } from './ref.tsx';
import { useMay } from './rights.ts';

const PATH = '/operator/tenants/load';

/** The load of each integration in the last minute, and a throttle for one that uses too much. */
export function Tenants() {
  const { t } = useTexts();
  const load = useRead(PATH, { refetchInterval: 5_000 });
  const failure = failureOf(load);
  if (failure) return <Failure error={failure} retry={() => load.refetch()} />;
  if (!load.data) return <Loading />;
  return (
    <Section title={t('operator.tenants')}>
      <Table
        rows={load.data.data.map((row) => ({ ...row, id: `${row.integration} ${row.livemode}` }))}
        to={undefined}
        columns={[
          { head: t('operator.integration'), cell: ({ name }) => name },
          { head: t('operator.merchant'), cell: ({ merchant }) => <Ref id={merchant} />, wide: true },
          { head: t('shell.mode'), cell: ({ livemode }) => <ModeName livemode={livemode} />, wide: true },
          { head: t('operator.requestsMinute'), cell: ({ requests }) => requests, end: true },
          { head: t('operator.refusedRequests'), cell: ({ refused }) => refused, end: true, wide: true },
          { head: t('operator.connectionTime'), cell: ({ connection_ms: ms }) => `${ms} ms`, end: true, wide: true },
          { head: t('operator.throttle'), cell: (row) => <ThrottleOf tenant={row} />, end: true },
        ]}
      />
    </Section>
  );
}

function ThrottleOf({ tenant }: { tenant: TenantLoad }) {
  const { t } = useTexts();
  const may = useMay();
  const [rate, setRate] = useState<number | string>(5);
  const throttle = useChange('POST', '/operator/integrations/{id}/throttle', [PATH]);
  const lift = useChange('POST', '/operator/integrations/{id}/unthrottle', [PATH]);
  const params = { id: tenant.integration };
  const mode = tenant.livemode ? 'live' : 'test';
  const { name } = tenant;
  const set = tenant.throttle;
  if (!may('throttle')) return set ? t('operator.perSecond', { rate: set.requests_per_second }) : '–';
  return set ? (
    <Act
      key="lift"
      name={t('operator.unthrottle')}
      title={t('operator.unthrottle')}
      change={lift}
      run={(reason) => lift.run({ params, body: { mode, reason } })}
      reason
      button={{ size: 'xs' }}
    >
      {t('operator.unthrottleAsk', { name, rate: set.requests_per_second, reason: set.reason })}
    </Act>
  ) : (
    <Act
      key="throttle"
      name={t('operator.throttle')}
      title={t('operator.throttle')}
      change={throttle}
      run={(reason) => throttle.run({ params, body: { mode, requests_per_second: Number(rate), reason } })}
      reason
      danger
      button={{ size: 'xs' }}
    >
      <Stack>
        {t('operator.throttleAsk', { name })}
        <NumberInput
          label={t('operator.rate')}
          value={rate}
          onChange={setRate}
          min={0}
          max={10_000}
          allowDecimal={false}
        />
      </Stack>
    </Act>
  );
}
