import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { useRead } from '../world/read.ts';
import { Choice } from './choice.tsx';
import { CredentialsField, readCredentials } from './credentials-field.tsx';
import { ModeSelect } from './mode-select.tsx';
import { OperatorDialog } from './operator-dialog.tsx';

const empty = { slug: '', country: '', baseUrl: '', credentials: '', reason: '' };

/** Adds a rail. In live mode it leads to the request that another operator decides on. */
export function RailDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const currencies = Object.keys(service.currencies);
  const [form, setForm] = useState(empty);
  const [chosen, setChosen] = useState<string | null>(null);
  const [currency, setCurrency] = useState(currencies[0]!);
  const [livemode, setLivemode] = useState(false);
  const providers = useRead('/operator/providers');
  const add = useChange('POST', '/operator/rail_settings', ['/operator/rail_settings', '/operator/approvals'], {
    once: true,
  });
  const names = providers.data?.data.map(({ name }) => name) ?? [];
  const provider = chosen ?? names[0] ?? '';
  const credentials = readCredentials(form.credentials);
  const field = (name: keyof typeof empty, param: string = name) => ({
    value: form[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setForm((before) => ({ ...before, [name]: value })),
    error: faultOf(add.error, param),
  });
  const submit = async () => {
    const { country, baseUrl, reason } = form;
    const slug = form.slug.trim();
    const base = baseUrl.trim() === '' ? {} : { base_url: baseUrl.trim() };
    const body = { provider, slug, country: country.trim().toUpperCase(), currency, livemode, ...base };
    const added = await add.run({ body: { ...body, credentials: credentials!, reason } });
    await navigate({ to: `/operator/${added.object === 'rail_settings' ? `rails/${slug}` : `approvals/${added.id}`}` });
  };
  return (
    <OperatorDialog
      title={t('operator.addRail')}
      act={t('operator.addRail')}
      onClose={onClose}
      change={{ isPending: add.isPending, error: add.error ?? providers.error }}
      disabled={credentials === null || provider === '' || form.reason.trim() === ''}
      submit={submit}
    >
      <Choice
        label={t('operator.provider')}
        options={names}
        nameOf={(one) => providers.data?.data.find(({ name }) => name === one)?.display_name ?? one}
        value={provider}
        onChange={setChosen}
      />
      <TextInput
        label={t('operator.slug')}
        description={t('operator.slugAdvice')}
        required
        maxLength={30}
        {...field('slug')}
      />
      <TextInput label={t('operator.country')} placeholder="SN" required maxLength={2} {...field('country')} />
      <Choice label={t('record.currency')} options={currencies} value={currency} onChange={setCurrency} />
      <ModeSelect livemode={livemode} onChange={setLivemode} />
      <TextInput
        label={t('operator.baseUrl')}
        description={t('operator.baseUrlAdvice')}
        maxLength={300}
        {...field('baseUrl', 'base_url')}
      />
      <CredentialsField
        value={form.credentials}
        onType={(value) => setForm((before) => ({ ...before, credentials: value }))}
        schema={providers.data?.data.find(({ name }) => name === provider)?.credentials}
      />
      <TextInput label={t('operator.reason')} required maxLength={300} {...field('reason')} />
    </OperatorDialog>
  );
}
