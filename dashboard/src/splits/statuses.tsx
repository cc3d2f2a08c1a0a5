import type { SplitPartner } from '../../../contract/src/split-partners.ts';
import type { Share } from '../../../contract/src/splits.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Status } from '../ui/status.tsx';

const ofShares = { pending: 'pending', posted: 'paid', kept: 'held', canceled: 'canceled' } as const;
const ofPartners = { requested: 'waiting', accepted: 'active', refused: 'rejected', revoked: 'revoked' } as const;

/** `satisfies` makes the compiler report a status that the contract adds. */
export const partnerStatuses = Object.keys(
  ofPartners satisfies Record<SplitPartner['status'], string>,
) as SplitPartner['status'][];

export function ShareStatus({ status }: { status: Share['status'] }) {
  const { t } = useTexts();
  return <Status status={ofShares[status]} text={t(`splits.share.${status}`)} />;
}

export function PartnerStatus({ status }: { status: SplitPartner['status'] }) {
  const { t } = useTexts();
  return <Status status={ofPartners[status]} text={t(`splits.status.${status}`)} />;
}
