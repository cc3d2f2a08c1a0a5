import { useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useChange } from '../world/change.ts';
import { Choices, Days, firstChoice } from './choices.tsx';

/** The start of a day of the viewer's time zone, `plus` days later. */
function startOf(day: string, plus = 0): string {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year!, month! - 1, date! + plus).toISOString();
}

export function ExportForm({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const [choice, setChoice] = useState(firstChoice);
  const [days, setDays] = useState({ since: '', until: '' });
  const create = useChange('POST', '/exports', ['/exports']);
  const { resource, format, currency } = choice;
  const filters = {
    ...(currency ? { currency } : {}),
    ...(days.since ? { 'created_at[gte]': startOf(days.since) } : {}),
    ...(days.until ? { 'created_at[lt]': startOf(days.until, 1) } : {}),
  };
  return (
    <FormDialog
      title={t('exports.create')}
      act={t('exports.create')}
      onClose={onClose}
      change={create}
      submit={() => create.run({ body: { resource, format, filters } })}
    >
      <Choices choice={choice} onChange={(part) => setChoice((now) => ({ ...now, ...part }))} />
      <Days {...days} onChange={(part) => setDays((now) => ({ ...now, ...part }))} />
    </FormDialog>
  );
}
