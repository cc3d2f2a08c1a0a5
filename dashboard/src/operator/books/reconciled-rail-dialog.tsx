import { Autocomplete, Checkbox, NumberInput, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ReconciledRail } from '../../../../contract/src/reconciliation.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { faultOf } from '../../ui/states.tsx';
import { useChange } from '../../world/change.ts';
import { useRead } from '../../world/read.ts';
import { Choice } from '../choice.tsx';
import { OperatorDialog } from '../operator-dialog.tsx';

type ReconciledRailDialogProps = {
  /** Null adds a rail. */
  rail: ReconciledRail | null;
  /** Rails that cannot be added, because they have statements already. */
  taken: readonly ReconciledRail[];
  onClose: () => void;
};

/** How the statements of a rail are read and compared. */
export function ReconciledRailDialog({ rail, taken, onClose }: ReconciledRailDialogProps) {
  const { t } = useTexts();
  const settings = useRead('/operator/rail_settings', { enabled: rail === null });
  const free = (settings.data?.data ?? [])
    .map(({ slug }) => slug)
    .filter((slug) => !taken.some((one) => one.rail === slug));
  const [chosen, choose] = useState<string | null>(null);
  const [form, setForm] = useState({
    layout: rail?.layout ?? '',
    account: rail?.account ?? '',
    zone: rail?.time_zone ?? '',
    delay: rail?.delay_days ?? 1,
    fees: rail?.posts_fees ?? true,
  });
  const layouts = useRead('/operator/statement_layouts');
  const names = layouts.data?.data.map(({ name }) => name) ?? [];
  const layout = form.layout || (names[0] ?? '');
  const change = useChange('POST', '/operator/reconciliation/{slug}', ['/operator/reconciliation']);
  const slug = rail?.rail ?? chosen ?? free[0] ?? '';
  const put = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const zone = form.zone.trim();
  const submit = () =>
    change.run({
      params: { slug },
      body: {
        layout,
        account: form.account.trim() || null,
        // The service knows the country of the rail.
        ...(zone ? { time_zone: zone } : {}),
        delay_days: form.delay,
        posts_fees: form.fees,
      },
    });
  return (
    <OperatorDialog
      title={rail ? `${t('books.settings')} · ${slug}` : t('books.addRail')}
      act={t(rail ? 'ui.save' : 'books.addRail')}
      onClose={onClose}
      change={{ isPending: change.isPending, error: change.error ?? settings.error ?? layouts.error }}
      disabled={slug === '' || layout === ''}
      submit={submit}
    >
      {rail === null && settings.data && free.length === 0 && <Text>{t('books.noFreeRail')}</Text>}
      {rail === null && free.length > 0 && (
        <Choice label={t('payments.rail')} options={free} value={slug} onChange={choose} />
      )}
      <Choice
        label={t('books.layout')}
        options={names.includes(layout) || layout === '' ? names : [layout, ...names]}
        value={layout}
        onChange={(value) => put({ layout: value })}
      />
      <RailFields form={form} onChange={put} error={change.error} />
    </OperatorDialog>
  );
}

type Form = { account: string; zone: string; delay: number; fees: boolean };
type RailFieldsProps = { form: Form; onChange: (part: Partial<Form>) => void; error: unknown };

function RailFields({ form, onChange, error }: RailFieldsProps) {
  const { t } = useTexts();
  return (
    <>
      <TextInput
        label={t('books.account')}
        description={t('books.accountAdvice')}
        maxLength={64}
        value={form.account}
        onChange={({ currentTarget }) => onChange({ account: currentTarget.value })}
        error={faultOf(error, 'account')}
      />
      <Autocomplete
        label={t('books.timeZone')}
        description={t('books.timeZoneAdvice')}
        placeholder="Africa/Nairobi"
        data={Intl.supportedValuesOf('timeZone')}
        limit={20}
        value={form.zone}
        onChange={(value) => onChange({ zone: value })}
        error={faultOf(error, 'time_zone')}
      />
      <NumberInput
        label={t('books.delay')}
        description={t('books.delayAdvice')}
        min={0}
        max={30}
        allowDecimal={false}
        hideControls
        value={form.delay}
        onChange={(value) => onChange({ delay: Number(value) })}
        error={faultOf(error, 'delay_days')}
      />
      <Checkbox
        label={t('books.postsFees')}
        description={t('books.postsFeesAdvice')}
        checked={form.fees}
        onChange={({ currentTarget }) => onChange({ fees: currentTarget.checked })}
      />
    </>
  );
}
