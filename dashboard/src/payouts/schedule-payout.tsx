import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import type { Wallet } from '../../../contract/src/wallets.ts';
import { useTexts } from '../texts/use-texts.ts';
import { useChange } from '../world/change.ts';
import { useWorldPath } from '../world/world.tsx';
import { newFields, ScheduleForm } from './schedule-form.tsx';
import { itemOf } from './service-faults.ts';
import type { Lines } from './use-lines.ts';

type SchedulePayoutProps = { edited: Lines; wallet: Wallet; name: string; disabled: boolean };

/** Makes the payout later, or again and again, in place of now. */
export function SchedulePayout({ edited, wallet, name, disabled }: SchedulePayoutProps) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const worldPath = useWorldPath();
  const [opened, dialog] = useDisclosure();
  const made = useChange('POST', '/schedules', ['/schedules'], { once: true });
  return (
    <>
      <Button variant="default" disabled={disabled} onClick={dialog.open}>
        {t('payroll.schedule.later')}
      </Button>
      {opened && (
        <ScheduleForm
          title={t('payroll.schedule.later')}
          first={newFields(name)}
          isNamed={false}
          change={made}
          onClose={dialog.close}
          submit={async (fields) => {
            const { until, ...rest } = fields;
            const body = {
              ...rest,
              ...(until ? { until } : {}),
              ...{ currency: wallet.currency, wallet: wallet.id, items: edited.lines.map(itemOf) },
            };
            const schedule = await made.run({ body });
            edited.sent();
            await navigate({ to: worldPath(`/schedules/${schedule.id}`), ignoreBlocker: true });
          }}
        />
      )}
    </>
  );
}
