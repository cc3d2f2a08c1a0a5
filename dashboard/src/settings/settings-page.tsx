import { Text } from '@mantine/core';
import type { Integration } from '../../../contract/src/integrations.ts';
import { service } from '../page.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Id } from '../ui/copy.tsx';
import { Facts } from '../ui/facts.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { PageLink } from '../ui/page-link.tsx';
import { Section } from '../ui/section.tsx';
import { Failure, Loading } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { failureOf, useRead } from '../world/read.ts';
import { useWorld } from '../world/world.tsx';
import { AlertForms } from './alert-forms.tsx';
import { Branches } from './branches.tsx';
import { NameForm, OriginsForm } from './integration-forms.tsx';
import { MerchantForms } from './merchant-forms.tsx';

export function SettingsPage() {
  const { t } = useTexts();
  const world = useWorld()!;
  const read = useRead('/integrations/{id}', { params: { id: world.integration } });
  const failure = failureOf(read);
  if (failure) return <Failure error={failure} retry={() => read.refetch()} />;
  if (!read.data) return <Loading />;
  const { data: integration } = read;
  return (
    <>
      <PageHead title={t('settings.title')} />
      <Facts
        facts={[
          [t('record.id'), <Id key="id" id={integration.id} whole />],
          [t('settings.slug'), <code key="slug">{integration.slug}</code>],
          [t('record.merchant'), integration.merchant.name],
          [t('account.role'), t(integration.role ? `developers.role.${integration.role}` : 'settings.ownPeople')],
          [t('record.created'), <Time key="created" at={integration.created_at} />],
        ]}
      />
      <AlertForms byPhone={integration.role === null} />
      {integration.role !== 'accountant' && <MoreSettings integration={integration} />}
    </>
  );
}

/** Settings that an accountant neither changes nor needs. */
function MoreSettings({ integration }: { integration: Integration }) {
  const { t } = useTexts();
  const currencies = Object.entries(service.currencies).map(
    ([code, decimals]) => [code, t('settings.decimals', { count: decimals })] as const,
  );
  return (
    <>
      <Section title={t('settings.name')}>
        <NameForm integration={integration} />
      </Section>
      <Section title={t('settings.branches')}>
        <Branches mayEdit={integration.role === null || integration.role === 'owner'} />
      </Section>
      <Section title={t('settings.origins')}>
        <OriginsForm integration={integration} />
      </Section>
      {integration.role === null && <MerchantForms />}
      <Section title={t('settings.live')}>
        <Text maw={560}>{t(`settings.liveIs.${liveOf(integration.live_approved)}`)}</Text>
      </Section>
      <Section title={t('settings.currencies')}>
        <Facts facts={currencies} />
      </Section>
      <Section title={t('settings.account')}>
        <PageLink to="/account">{t('settings.toAccount')}</PageLink>
      </Section>
    </>
  );
}

const liveOf = (approved: boolean) => (service.live ? (approved ? 'on' : 'waits') : 'none');
