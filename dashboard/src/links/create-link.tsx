import { Group, Input, NumberInput, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { AmountField } from '../ui/amount-field.tsx';
import { BranchSelect } from '../ui/branch.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useHomeCurrency } from '../ui/home-currency.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { useWorldPath } from '../world/world.tsx';
import { bodyOf, emptyLink, type LinkForm, questions, wrongFields } from './link-form.ts';

/** The form of a new link. It leads to the link's page with its QR code. */
export function CreateLink({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const worldPath = useWorldPath();
  const home = useHomeCurrency();
  const [form, setForm] = useState<LinkForm>(() => emptyLink(home));
  const creating = useChange('POST', '/links', ['/links'], { once: true });
  const set = (part: Partial<LinkForm>) => setForm((before) => ({ ...before, ...part }));
  const wrong = wrongFields(form);
  const fault = (name: string) => faultOf(creating.error, name);
  const amountWrong = (name: 'amount' | 'least' | 'most') =>
    wrong.includes(name) ? t('payments.amountWrong') : undefined;
  const submit = async () => {
    const { id } = await creating.run({ body: bodyOf(form) });
    await navigate({ to: worldPath(`/links/${id}`) });
  };
  return (
    <FormDialog
      title={t('links.create')}
      act={t('links.create')}
      onClose={onClose}
      change={creating}
      disabled={wrong.length > 0 || (form.kind === 'fixed' && form.amount === '')}
      submit={submit}
    >
      <TextInput
        label={t('links.name')}
        maxLength={60}
        data-autofocus
        value={form.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        error={fault('name')}
      />
      <Input.Wrapper label={t('record.amount')} labelElement="div" id="link-kind">
        <SegmentedControl
          fullWidth
          aria-label={t('record.amount')}
          data={[
            { value: 'fixed', label: t('links.kind.fixed') },
            { value: 'open', label: t('links.kind.open') },
          ]}
          value={form.kind}
          onChange={(kind) => set({ kind: kind as LinkForm['kind'] })}
        />
      </Input.Wrapper>
      <Select
        label={t('record.currency')}
        allowDeselect={false}
        data={Object.keys(service.currencies)}
        value={form.currency}
        onChange={(currency) => set({ currency: currency! })}
        error={fault('currency')}
      />
      {form.kind === 'fixed' ? (
        <AmountField
          required
          currency={form.currency}
          value={form.amount}
          onType={(amount) => set({ amount })}
          error={amountWrong('amount') ?? fault('amount')}
        />
      ) : (
        <Group grow align="start">
          <AmountField
            label={t('links.least')}
            currency={form.currency}
            value={form.least}
            onType={(least) => set({ least })}
            error={amountWrong('least') ?? fault('min_amount')}
          />
          <AmountField
            label={t('links.most')}
            currency={form.currency}
            value={form.most}
            onType={(most) => set({ most })}
            error={amountWrong('most') ?? fault('max_amount')}
          />
        </Group>
      )}
      <BranchSelect value={form.branch} onChange={(branch) => set({ branch })} error={fault('branch')} />
      <Details form={form} set={set} fault={fault} />
    </FormDialog>
  );
}

type DetailsProps = {
  form: LinkForm;
  set: (part: Partial<LinkForm>) => void;
  fault: (name: string) => string | undefined;
};

/** Most links need none of these. */
function Details({ form, set, fault }: DetailsProps) {
  const { t } = useTexts();
  const asks = questions.map((value) => ({ value, label: t(`links.question.${value}`) }));
  return (
    <details>
      <summary>{t('links.more')}</summary>
      <Textarea
        label={t('record.description')}
        maxLength={255}
        value={form.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        error={fault('description')}
      />
      <Select
        label={t('links.uses')}
        allowDeselect={false}
        data={(['many', 'once'] as const).map((value) => ({ value, label: t(`links.use.${value}`) }))}
        value={form.use}
        onChange={(use) => set({ use: use as LinkForm['use'] })}
      />
      <Select
        label={t('links.bearer')}
        allowDeselect={false}
        data={(['default', 'merchant', 'payer'] as const).map((value) => ({
          value,
          label: t(`links.bearers.${value}`),
        }))}
        value={form.bearer}
        onChange={(bearer) => set({ bearer: bearer as LinkForm['bearer'] })}
        error={fault('fee_bearer')}
      />
      {form.kind === 'fixed' && (
        <NumberInput
          label={t('links.quantity')}
          min={1}
          max={100}
          hideControls
          allowDecimal={false}
          value={form.quantity}
          onChange={(quantity) => set({ quantity: Number(quantity) || 1 })}
          error={fault('max_quantity')}
        />
      )}
      <NumberInput
        label={t('links.stock')}
        description={t('links.stockAdvice')}
        min={1}
        max={1_000_000}
        hideControls
        allowDecimal={false}
        value={form.stock}
        onChange={(stock) => set({ stock: stock === '' ? '' : Number(stock) })}
        error={fault('stock')}
      />
      <TextInput
        label={t('links.expires')}
        type="datetime-local"
        value={form.expires}
        onChange={({ currentTarget }) => set({ expires: currentTarget.value })}
        error={fault('expires_at')}
      />
      <Select
        label={t('links.askName')}
        allowDeselect={false}
        data={asks}
        value={form.askName}
        onChange={(askName) => set({ askName: askName as LinkForm['askName'] })}
      />
      <Select
        label={t('links.askNote')}
        allowDeselect={false}
        data={asks}
        value={form.askNote}
        onChange={(askNote) => set({ askNote: askNote as LinkForm['askNote'] })}
      />
    </details>
  );
}
