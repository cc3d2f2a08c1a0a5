import { Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { MatchingRule } from '../../../../contract/src/reconciliation.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Facts } from '../../ui/facts.tsx';
import { Failure, Loading } from '../../ui/states.tsx';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { failureOf, useRead } from '../../world/read.ts';
import { Choice } from '../choice.tsx';
import { useReconciledRails } from './rail-state.ts';

/** The matches that a rule would make now. Nothing changes. */
export function TrialDialog({ rule, onClose }: { rule: MatchingRule; onClose: () => void }) {
  const { t } = useTexts();
  useFocusBack();
  const rails = useReconciledRails();
  const [chosen, choose] = useState<string | null>(rule.rail);
  const slugs = rails.data?.data.map(({ rail }) => rail) ?? [];
  const rail = chosen ?? slugs[0] ?? '';
  return (
    <Modal
      opened
      onClose={onClose}
      title={`${t('books.try')}: ${rule.name}`}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack>
        {rule.rail === null && slugs.length > 0 && (
          <Choice label={t('payments.rail')} options={slugs} value={rail} onChange={choose} />
        )}
        {rails.data && rail === '' && <Text>{t('books.noRails')}</Text>}
        {rail !== '' && <Trial id={rule.id} rail={rail} />}
        <Text c="dimmed" size="sm">
          {t('books.tryAdvice')}
        </Text>
      </Stack>
    </Modal>
  );
}

function Trial({ id, rail }: { id: string; rail: string }) {
  const { t } = useTexts();
  const trial = useRead('/operator/matching_rules/{id}/trial', { params: { id }, query: { rail } });
  const failure = failureOf(trial);
  if (failure) return <Failure error={failure} retry={() => trial.refetch()} />;
  if (!trial.data) return <Loading rows={3} />;
  const { lines, entries, unclear } = trial.data;
  return (
    <Facts
      facts={[
        [t('books.tryLines'), String(lines)],
        [t('books.tryEntries'), String(entries)],
        [t('books.tryUnclear'), String(unclear)],
      ]}
    />
  );
}
