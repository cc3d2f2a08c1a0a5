import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Hold } from '../../../contract/src/holds.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Confirm } from '../ui/confirm.tsx';
import { formatMoney } from '../ui/format.ts';
import { useChange } from '../world/change.ts';

/** The reads that a capture, a release or a decision of a hold changes. */
export const changesOfHold = [
  '/holds/{id}',
  '/holds',
  '/holds/escrows',
  '/holds/{id}/escrow',
  '/wallets',
  '/wallets/{id}',
] as const;

export function ReleaseHold({ hold }: { hold: Hold }) {
  const { t } = useTexts();
  const [asking, ask] = useDisclosure();
  const release = useChange('POST', '/holds/{id}/release', changesOfHold);
  const amount = formatMoney(hold.amount_remaining, hold.currency);
  const run = () => release.run({ params: { id: hold.id } }).then(ask.close, () => undefined);
  return (
    <>
      <Button variant="default" onClick={ask.open}>
        {t('holds.release')}
      </Button>
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={t('holds.releaseTitle')}
        act={t('holds.releaseAct', { amount })}
        danger={false}
        pending={release.isPending}
        error={release.error}
        onConfirm={run}
      >
        {t('holds.releaseText', { amount })}
      </Confirm>
    </>
  );
}
