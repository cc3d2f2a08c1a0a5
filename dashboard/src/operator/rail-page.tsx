import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ConfiguredRail, RailTest } from '../../../contract/src/rail-settings.ts';
import { type Say, useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Facts } from '../ui/facts.tsx';
import { Money } from '../ui/money.tsx';
import { RecordPage } from '../ui/record-page.tsx';
import { Section } from '../ui/section.tsx';
import { FormError } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { Time } from '../ui/time.tsx';
import { useChange } from '../world/change.ts';
import { useRead } from '../world/read.ts';
import { Act } from './act.tsx';
import { ModeName } from './mode-name.tsx';
import { railLimits } from './rail-limits.ts';
import { RailLimitsDialog } from './rail-limits-dialog.tsx';
import { Ref } from './ref.tsx';
import { useMay } from './rights.ts';
import { RotateDialog } from './rotate-dialog.tsx';

const stale = ['/operator/rail_settings', '/operator/rail_settings/{slug}', '/operator/approvals'] as const;

export function RailPage() {
  const { t } = useTexts();
  const { slug } = useParams({ strict: false }) as { slug: string };
  const rail = useRead('/operator/rail_settings/{slug}', { params: { slug }, refetchInterval: 15_000 });
  return (
    <RecordPage
      kind={t('payments.rail')}
      list={{ to: '/operator/rails', name: t('operator.page.rails') }}
      record={rail}
      title={(record) => record.slug}
      status={({ status }) => <Status status={status} />}
      actions={(record) => <Actions rail={record} />}
      facts={(record) => [
        [t('payments.reason'), record.status_reason],
        [t('operator.until'), record.status_until && <Time at={record.status_until} seconds />],
        [t('operator.proposed'), record.proposal && <Proposal proposal={record.proposal} />],
        [t('operator.provider'), record.provider],
        [t('shell.mode'), <ModeName key="mode" livemode={record.livemode} />],
        [t('operator.country'), record.country],
        [t('record.currency'), record.currency],
        [t('operator.merchant'), record.merchant && <Ref id={record.merchant} />],
        [t('operator.baseUrl'), record.base_url],
        [t('operator.callbackUrl'), record.callback_url && <Id id={record.callback_url} />],
        [t('operator.fingerprint'), <code key="fingerprint">{record.fingerprint}</code>],
        [
          t('operator.approvedBy'),
          record.approved_by.length > 0 && record.approved_by.map((id) => <Ref key={id} id={id} />),
        ],
        [t('operator.schemeAccount'), record.scheme && <SchemeFact scheme={record.scheme} />],
        ...limitFacts(record, t),
        [t('record.id'), <Id key="id" id={record.id} whole />],
        [t('record.created'), <Time key="created" at={record.created_at} seconds />],
      ]}
    >
      {(record) => <Test slug={record.slug} />}
    </RecordPage>
  );
}

const Proposal = ({
  proposal: { base_url: url, fingerprint, scheme },
}: {
  proposal: NonNullable<ConfiguredRail['proposal']>;
}) => (
  <>
    {url} <code>{fingerprint}</code> {scheme && <SchemeFact scheme={scheme} />}
  </>
);

/** Whole, because two operators approve where payers send money. */
const SchemeFact = ({ scheme }: { scheme: NonNullable<ConfiguredRail['scheme']> }) => (
  <code>{JSON.stringify(scheme)}</code>
);

const limitFacts = (rail: ConfiguredRail, t: Say) =>
  railLimits.map(({ name, label, kind }) => {
    const value = rail[name];
    if (value === null) return [t(label), null] as const;
    if (typeof value === 'object') return [t(label), value.join(', ')] as const;
    const text =
      kind === 'money' ? <Money key={name} amount={BigInt(value)} currency={rail.currency} /> : String(value);
    return [t(label), text] as const;
  });

function Actions({ rail }: { rail: ConfiguredRail }) {
  const { t } = useTexts();
  const may = useMay();
  const [rotating, rotate] = useDisclosure();
  const [limiting, limit] = useDisclosure();
  const pause = useChange('POST', '/operator/rail_settings/{slug}/pause', stale);
  const resume = useChange('POST', '/operator/rail_settings/{slug}/resume', stale);
  const request = useChange('POST', '/operator/rail_settings/{slug}/request_approval', stale);
  if (!may('rails')) return null;
  const params = { slug: rail.slug };
  const isUnapproved = rail.livemode && rail.approved_by.length === 0;
  const name = rail.slug;
  return (
    <>
      <Button variant="default" onClick={limit.open}>
        {t('operator.changeLimits')}
      </Button>
      <Button variant="default" onClick={rotate.open}>
        {t('operator.rotate')}
      </Button>
      {(isUnapproved || (rail.livemode && rail.proposal !== null)) && (
        <Act
          name={t('operator.requestApproval')}
          title={t('operator.requestApproval')}
          change={request}
          run={(reason) => request.run({ params, body: { reason } })}
          reason
        >
          {t('operator.twoPeople')}
        </Act>
      )}
      {rail.status !== 'paused' && (
        <Act
          name={t('operator.pause')}
          title={t('operator.pause')}
          change={pause}
          run={(reason) => pause.run({ params, body: { reason } })}
          reason
          danger
        >
          {t('operator.pauseAsk', { name })}
        </Act>
      )}
      {rail.status !== 'enabled' && !isUnapproved && (
        <Act
          name={t('operator.resume')}
          title={t('operator.resume')}
          change={resume}
          run={(reason) => resume.run({ params, body: { reason } })}
          reason
        >
          {t('operator.resumeAsk', { name })}
        </Act>
      )}
      {limiting && <RailLimitsDialog rail={rail} onClose={limit.close} />}
      {rotating && <RotateDialog rail={rail} onClose={rotate.close} />}
    </>
  );
}

/** Asks the provider without moving money, and shows each step's result in the service's own words. */
function Test({ slug }: { slug: string }) {
  const { t } = useTexts();
  const may = useMay();
  const test = useChange('POST', '/operator/rail_settings/{slug}/test');
  const [tested, setTested] = useState<RailTest | null>(null);
  if (!may('rails')) return null;
  return (
    <Section title={t('operator.test')}>
      <Button
        variant="default"
        loading={test.isPending}
        onClick={() => test.run({ params: { slug } }).then(setTested, () => setTested(null))}
      >
        {t('operator.runTest')}
      </Button>
      <FormError error={test.error} />
      {tested && (
        <Facts
          facts={tested.steps.map(({ name, result, message }) => [
            t(`operator.stepOf.${name}`),
            `${t(`operator.resultOf.${result}`)}: ${message}`,
          ])}
        />
      )}
    </Section>
  );
}
