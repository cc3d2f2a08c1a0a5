import { Button, Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { World } from '../api/request.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Check, ChevronsUpDown, Store } from '../ui/icons.ts';
import { useRead } from '../world/read.ts';
import classes from './shell.module.css';

export function IntegrationPicker({ world }: { world: World }) {
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
          leftSection={<Store size={16} aria-hidden />}
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
