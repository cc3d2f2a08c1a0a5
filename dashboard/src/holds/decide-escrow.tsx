import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type { Escrow } from '../../../contract/src/escrows.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { formatMoney } from '../ui/format.ts';
import { useChange } from '../world/change.ts';
import { changesOfHold } from './release-hold.tsx';

type Decision = 'release' | 'return';

/** The two decisions of a decider. They can be changed until both deciders agree. */
export function DecideEscrow({ escrow: { id, currency, decision, ...escrow } }: { escrow: Escrow }) {
  const { t } = useTexts();
  const [asked, ask] = useState<Decision>('release');
  const [asking, setAsking] = useState(false);
  const decide = useChange('POST', '/holds/{id}/decide', changesOfHold);
  const amount = formatMoney(escrow.amount, currency);
  const close = () => setAsking(false);
  const open = (chosen: Decision) => () => {
    ask(chosen);
    setAsking(true);
  };
  const run = () => decide.run({ params: { id }, body: { decision: asked } }).then(close, () => undefined);
  return (
    <Group mt="md">
      <Button disabled={decision === 'release'} onClick={open('release')}>
        {t('holds.escrow.release')}
      </Button>
      <Button variant="default" disabled={decision === 'return'} onClick={open('return')}>
        {t('holds.escrow.return')}
      </Button>
      <Confirm
        opened={asking}
        onClose={close}
        title={t(`holds.escrow.${asked}Title`)}
        act={t(`holds.escrow.${asked}`)}
        danger={false}
        pending={decide.isPending}
        error={decide.error}
        onConfirm={run}
      >
        {t(`holds.escrow.${asked}Text`, { amount })}
      </Confirm>
    </Group>
  );
}
