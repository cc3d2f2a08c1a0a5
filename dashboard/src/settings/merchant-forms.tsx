import { Button, FileButton, Group, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PaymentBearer } from '../../../contract/src/fee-bearer.ts';
import type { MerchantSettings, ReceiptSending } from '../../../contract/src/receipts.ts';
import { send } from '../api/request.ts';
import { addressAt } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Section } from '../ui/section.tsx';
import { Failure, FormError, faultOf, Loading } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { failureOf, keyOf, useRead } from '../world/read.ts';
import { useWorld } from '../world/world.tsx';
import { SaveForm } from './save-form.tsx';
import classes from './settings.module.css';

const sendings: readonly ReceiptSending[] = ['none', 'sms', 'email', 'both'];
const bearers: readonly PaymentBearer[] = ['merchant', 'payer'];
/** The service's limit of a logo, in bytes. It finds the type by the content. */
const MOST_LOGO_BYTES = 6_144;

/** The merchant's settings, which payers see: logo, receipts, time zone, fees. For the merchant's own people. */
export function MerchantForms() {
  const { t } = useTexts();
  const read = useRead('/merchants/me');
  const failure = failureOf(read);
  if (failure) return <Failure error={failure} retry={() => read.refetch()} />;
  if (!read.data) return <Loading rows={2} />;
  return (
    <>
      <Section title={t('receipts.title')}>
        <ReceiptsForm settings={read.data} />
      </Section>
      <Section title={t('receipts.fees')}>
        <BearerForm settings={read.data} />
      </Section>
      <Section title={t('receipts.logo')}>
        <LogoForm settings={read.data} />
      </Section>
    </>
  );
}

function ReceiptsForm({ settings }: { settings: MerchantSettings }) {
  const { t } = useTexts();
  const [receipts, setReceipts] = useState(settings.receipts);
  const [zone, setZone] = useState(settings.time_zone);
  const update = useChange('PATCH', '/merchants/me', ['/merchants/me']);
  return (
    <SaveForm
      update={update}
      isChanged={receipts !== settings.receipts || zone !== settings.time_zone}
      save={() => update.run({ body: { receipts, time_zone: zone } })}
    >
      <Select
        label={t('receipts.sending')}
        description={t('receipts.sendingAdvice')}
        allowDeselect={false}
        data={sendings.map((value) => ({ value, label: t(`receipts.sendings.${value}`) }))}
        value={receipts}
        onChange={(value) => setReceipts(value as ReceiptSending)}
        error={faultOf(update.error, 'receipts')}
      />
      <Select
        label={t('receipts.zone')}
        description={t('receipts.zoneAdvice')}
        searchable
        allowDeselect={false}
        limit={100}
        data={zonesWith(settings.time_zone)}
        value={zone}
        onChange={(value) => setZone(value!)}
        error={faultOf(update.error, 'time_zone')}
      />
    </SaveForm>
  );
}

function BearerForm({ settings: { fee_bearer } }: { settings: MerchantSettings }) {
  const { t } = useTexts();
  const [bearer, setBearer] = useState(fee_bearer);
  const update = useChange('PATCH', '/merchants/me', ['/merchants/me']);
  return (
    <SaveForm
      update={update}
      isChanged={bearer !== fee_bearer}
      save={() => update.run({ body: { fee_bearer: bearer } })}
    >
      <Select
        label={t('receipts.bearer')}
        description={t('receipts.bearerAdvice')}
        allowDeselect={false}
        data={bearers.map((value) => ({ value, label: t(`receipts.bearers.${value}`) }))}
        value={bearer}
        onChange={(value) => setBearer(value as PaymentBearer)}
        error={faultOf(update.error, 'fee_bearer')}
      />
    </SaveForm>
  );
}

/** The browser's zones. The service may know an older name. */
const zonesWith = (zone: string) => [...new Set([zone, ...Intl.supportedValuesOf('timeZone')])].sort();

function LogoForm({ settings: { logo, name } }: { settings: MerchantSettings }) {
  const { t } = useTexts();
  const world = useWorld();
  const client = useQueryClient();
  const [tooLarge, setTooLarge] = useState(false);
  const show = (settings: unknown) => client.setQueryData(keyOf(world, '/merchants/me'), settings);
  const setting = useMutation({
    mutationFn: (file: Blob) => send('POST', '/merchants/me/logo', { world, file }),
    onSuccess: show,
  });
  const removing = useChange('DELETE', '/merchants/me/logo', ['/merchants/me']);
  const choose = (file: File | null) => {
    setTooLarge(file !== null && file.size > MOST_LOGO_BYTES);
    if (file && file.size <= MOST_LOGO_BYTES) setting.mutate(file);
  };
  return (
    <Stack maw={420}>
      <Text>{t('receipts.logoAdvice')}</Text>
      {logo && (
        <img
          className={classes.logo}
          src={addressAt(logo.path)}
          width={logo.width}
          height={logo.height}
          alt={t('receipts.logoOf', { name })}
        />
      )}
      {tooLarge && (
        <Text role="alert" c="var(--mantine-color-error)">
          {t('receipts.logoTooLarge')}
        </Text>
      )}
      <FormError error={setting.error ?? removing.error} />
      <Group>
        <FileButton
          accept="image/png,image/jpeg,image/webp"
          onChange={choose}
          inputProps={{ 'aria-label': t('receipts.chooseLogo') }}
        >
          {(props) => (
            <Button variant="default" loading={setting.isPending} {...props}>
              {t('receipts.chooseLogo')}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button variant="default" loading={removing.isPending} onClick={() => removing.run().catch(() => undefined)}>
            {t('receipts.removeLogo')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
