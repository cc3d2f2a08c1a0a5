import { Group } from '@mantine/core';
import type { Payment } from '../../../contract/src/payments.ts';
import { Status } from '../ui/status.tsx';

/** A payment that was given back has still succeeded: beside that stands what became of its money. */
export function PaymentStatuses({ payment: { status, amount, amount_refunded } }: { payment: Payment }) {
  return (
    <Group gap="xs">
      <Status status={status} />
      {amount_refunded > 0n && <Status status={amount_refunded < amount ? 'partly_refunded' : 'refunded'} />}
    </Group>
  );
}
