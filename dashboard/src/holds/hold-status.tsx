import type { Hold } from '../../../contract/src/holds.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Status } from '../ui/status.tsx';

const looks = { open: 'held', captured: 'paid', released: 'closed', expired: 'expired' } as const;

export function HoldStatus({ status }: { status: Hold['status'] }) {
  const { t } = useTexts();
  return <Status status={looks[status]} text={t(`holds.status.${status}`)} />;
}
