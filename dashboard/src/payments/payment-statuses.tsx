import { Group } from '@mantine/core';
import type { Payment } from '../../../contract/src/payments.ts';
import { Status } from '../ui/status.tsx';

/** A refunded payment still has the status succeeded, so a second status says whether its money went back. */
export function PaymentStatuses({ payment: { status, amount, amount_refunded } }: { payment: Payment }) {
  return (
    <Group gap="xs">
      <Status status={status} />
      {amount_refunded > 0n && <Status status={amount_refunded < amount ? 'partly_refunded' : 'refunded'} />}
    </Group>
  );
}
