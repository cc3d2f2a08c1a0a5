import { useState } from 'react';
import type { SplitPartner } from '../../../contract/src/split-partners.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useChange } from '../world/change.ts';
import { isComplete, ReserveFields, readReserve, typedReserve } from './reserve-fields.tsx';

/** The marketplace proposes another reserve of a seller. */
export function ReserveDialog({ partner, onClose }: { partner: SplitPartner; onClose: () => void }) {
  const { t } = useTexts();
  const [typed, setTyped] = useState(typedReserve(partner.proposed_reserve ?? partner.reserve));
  const stale = ['/split_partners/{id}', '/split_partners'] as const;
  const asked = useChange('POST', '/split_partners', stale, { once: true });
  return (
    <FormDialog
      title={t('splits.changeReserve')}
      act={t('splits.changeReserve')}
      onClose={onClose}
      change={asked}
      disabled={!isComplete(typed)}
      submit={() => asked.run({ body: { wallet: partner.wallet, reserve: readReserve(typed) } })}
    >
      <ReserveFields typed={typed} onType={setTyped} error={asked.error} />
    </FormDialog>
  );
}
