import { Button, FileButton, JsonInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { StatementLayout, StatementLayoutBody } from '../../../../contract/src/statement-layouts.ts';
import { printJson } from '../../api/json.ts';
import { sendFile } from '../../api/send-file.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { faultOf } from '../../ui/states.tsx';
import { useChange } from '../../world/change.ts';
import { OperatorDialog } from '../operator-dialog.tsx';
import { LayoutPreview, type PreviewOfLayout } from './layout-preview.tsx';

/** The service reads at most this of a file for a preview. */
const MOST_BYTES = 5 * 1024 * 1024;

function readLayout(text: string): StatementLayoutBody | null {
  try {
    return JSON.parse(text) as StatementLayoutBody;
  } catch {
    return null;
  }
}

/** Changes a copy of a layout, shows the first rows of a file as it reads them, and saves it with a new name. */
export function LayoutDialog({ of, onClose }: { of: StatementLayout; onClose: () => void }) {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const [text, setText] = useState(() => printJson(of.layout));
  const [preview, setPreview] = useState<PreviewOfLayout | null>(null);
  const [error, setError] = useState<unknown>(null);
  const add = useChange('POST', '/operator/statement_layouts', ['/operator/statement_layouts']);
  const layout = readLayout(text);
  const show = (file: File | null) => {
    if (!file || !layout) return;
    setError(null);
    setPreview(null);
    sendFile('/operator/statement_layouts/preview', {
      query: { definition: JSON.stringify(layout) },
      file: file.slice(0, MOST_BYTES),
      onProgress: () => undefined,
      signal: new AbortController().signal,
    }).then(setPreview, setError);
  };
  return (
    <OperatorDialog
      title={`${t('books.tryOrCopy')} · ${of.name}`}
      act={t('books.saveLayout')}
      onClose={onClose}
      change={{ isPending: add.isPending, error: add.error ?? error }}
      disabled={layout === null || name.trim() === ''}
      submit={() => add.run({ body: { name: name.trim(), layout: layout! } })}
    >
      <JsonInput
        label={t('books.definition')}
        description={t('books.definitionAdvice')}
        autosize
        minRows={6}
        maxRows={14}
        value={text}
        onChange={setText}
        error={layout === null ? t('operator.credentialsWrong') : faultOf(add.error, 'layout')}
      />
      <FileButton onChange={show} accept=".csv,.txt,.xlsx,.xml,.sta,.mt940,.940">
        {(props) => (
          <Button variant="default" disabled={layout === null} {...props}>
            {t('books.showFirstRows')}
          </Button>
        )}
      </FileButton>
      {preview && <LayoutPreview preview={preview} />}
      <TextInput
        label={t('books.newName')}
        placeholder="bank-of-mombasa"
        maxLength={40}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={faultOf(add.error, 'name')}
      />
    </OperatorDialog>
  );
}
