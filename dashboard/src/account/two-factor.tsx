import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import type { Me } from '../session/me.ts';
import { useTexts } from '../texts/use-texts.ts';
import { TwoFactorDialog } from './two-factor-dialog.tsx';

export function TwoFactor({ me }: { me: Me }) {
  const { t } = useTexts();
  const [open, setOpen] = useState<'enable' | 'disable' | null>(null);
  const { two_factor: factor } = me;
  const on = factor !== 'none';
  return (
    <Group justify="space-between">
      <Text maw={560}>{factor !== 'none' ? t(`account.twoFactorIs.${factor}`) : t('account.twoFactorNone')}</Text>
      <Button variant={on ? 'default' : 'filled'} onClick={() => setOpen(on ? 'disable' : 'enable')}>
        {on ? t('account.twoFactorDisable') : t('account.twoFactorEnable')}
      </Button>
      {open && <TwoFactorDialog act={open} onClose={() => setOpen(null)} />}
    </Group>
  );
}
