import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { World } from '../api/request.ts';
import { addressAt } from '../page.ts';
import type { Me } from '../session/me.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Check, ChevronsUpDown } from '../ui/icons.ts';
import { useRead } from '../world/read.ts';
import classes from './shell.module.css';

export function IntegrationPicker({ world, me }: { world: World; me: Me }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const integrations = useRead('/integrations', { query: { limit: 100 } });
  const rows = integrations.data?.data ?? [];
  const current = rows.find(({ id }) => id === world.integration);
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          px="xs"
          className={classes.picker}
          leftSection={<MerchantLogo name={current?.merchant.name ?? ''} me={me} />}
          rightSection={<ChevronsUpDown size={14} aria-hidden />}
          title={t('shell.integration')}
        >
          <span className={classes.pickerName}>{current?.name ?? '…'}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('shell.integration')}</Menu.Label>
        {rows.map(({ id, name, merchant }) => (
          <Menu.Item
            key={id}
            onClick={() => navigate({ to: `/${id}/${world.mode}/payments` })}
            rightSection={id === world.integration ? <Check size={14} /> : null}
          >
            {name} <span className={classes.merchant}>{merchant.name}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The merchant's logo, or the first letter of its name. Only the merchant's own people may read its settings. */
function MerchantLogo({ name, me }: { name: string; me: Me }) {
  const settings = useRead('/merchants/me', { enabled: me.type === 'merchant' });
  const logo = settings.data?.logo;
  if (logo) return <img className={classes.logo} src={addressAt(logo.path)} alt="" />;
  return (
    <span className={classes.letter} aria-hidden>
      {name.slice(0, 1).toUpperCase()}
    </span>
  );
}
