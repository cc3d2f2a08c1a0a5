import { Textarea } from '@mantine/core';
import { useState } from 'react';
import type { CaseDetail } from '../../../contract/src/cases.ts';
import { useTexts } from '../texts/use-texts.ts';
import { faultOf } from '../ui/states.tsx';
import { useChange } from '../world/change.ts';
import { OperatorDialog } from './operator-dialog.tsx';

type CaseTextDialogProps = {
  record: CaseDetail;
  what: 'comment' | 'close';
  name: string;
  onClose: () => void;
};

/** Adds a comment, or closes the case and says what was done. */
export function CaseTextDialog({ record, what, name, onClose }: CaseTextDialogProps) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const stale = ['/operator/cases', '/operator/cases/{id}'] as const;
  const comment = useChange('POST', '/operator/cases/{id}/comments', stale, { once: true });
  const end = useChange('POST', '/operator/cases/{id}/close', stale, { once: true });
  const isComment = what === 'comment';
  const change = isComment ? comment : end;
  const params = { id: record.id };
  const typed = text.trim();
  return (
    <OperatorDialog
      title={name}
      act={name}
      onClose={onClose}
      change={change}
      disabled={typed === ''}
      submit={() =>
        isComment ? comment.run({ params, body: { text: typed } }) : end.run({ params, body: { resolution: typed } })
      }
    >
      <Textarea
        label={isComment ? t('operator.comment') : t('operator.resolution')}
        description={isComment ? undefined : `${t('operator.closeAsk')} ${t(`operator.caseOf.${record.kind}`)}`}
        required
        autosize
        minRows={3}
        data-autofocus
        maxLength={isComment ? 1_000 : 300}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        error={faultOf(change.error, isComment ? 'text' : 'resolution')}
      />
    </OperatorDialog>
  );
}
