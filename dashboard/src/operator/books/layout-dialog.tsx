import { Button, FileButton, Group, JsonInput, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { StatementLayout, StatementLayoutBody } from '../../../../contract/src/statement-layouts.ts';
import { printJson } from '../../api/json.ts';
import { sendFile } from '../../api/send-file.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { faultOf } from '../../ui/states.tsx';
import { useChange } from '../../world/change.ts';
import { OperatorDialog } from '../operator-dialog.tsx';
import { LayoutForm } from './layout-form.tsx';
import { LayoutPreview, type PreviewOfLayout } from './layout-preview.tsx';

/** The service reads at most this of a file for a preview. */
const MOST_BYTES = 5 * 1024 * 1024;
/** A preview follows the last change of the layout. */
const PAUSE_MS = 400;

function readLayout(text: string): StatementLayoutBody | null {
  try {
    return JSON.parse(text) as StatementLayoutBody;
  } catch {
    return null;
  }
}

/**
 * Changes a copy of a layout in a form or as JSON, shows the first rows of a file as it reads them, and saves it with a
 * new name.
 */
export function LayoutDialog({ of, onClose }: { of: StatementLayout; onClose: () => void }) {
  const { t } = useTexts();
  const [name, setName] = useState('');
  const [edited, setEdited] = useState(of.layout);
  /** Null: the form is shown. */
  const [text, setText] = useState<string | null>(null);
  const add = useChange('POST', '/operator/statement_layouts', ['/operator/statement_layouts']);
  const layout = text === null ? edited : readLayout(text);
  const { choose, preview, error } = usePreview(layout);
  const refusal = add.error ?? error;
  const switchView = () => {
    if (text === null) setText(printJson(edited));
    else if (layout) {
      setEdited(layout);
      setText(null);
    }
  };
  return (
    <OperatorDialog
      title={`${t('books.tryOrCopy')} · ${of.name}`}
      act={t('books.saveLayout')}
      onClose={onClose}
      change={{ isPending: add.isPending, error: refusal }}
      disabled={layout === null || name.trim() === ''}
      submit={() => add.run({ body: { name: name.trim(), layout: layout! } })}
    >
      {text === null ? (
        <>
          <LayoutForm layout={edited} onChange={setEdited} error={refusal} />
          <Text size="sm" c="dimmed">
            {t('books.formRest')}
          </Text>
        </>
      ) : (
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
      )}
      <Group>
        <FileButton onChange={choose} accept=".csv,.txt,.xlsx,.xml,.sta,.mt940,.940">
          {(props) => (
            <Button variant="default" disabled={layout === null} {...props}>
              {t('books.showFirstRows')}
            </Button>
          )}
        </FileButton>
        <Button variant="subtle" disabled={layout === null} onClick={switchView}>
          {t(text === null ? 'books.asJson' : 'books.asForm')}
        </Button>
      </Group>
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

/** The first rows of the chosen file, again after each change of the layout. */
function usePreview(layout: StatementLayoutBody | null) {
  const [file, choose] = useState<File | null>(null);
  const [preview, setPreview] = useState<PreviewOfLayout | null>(null);
  const [error, setError] = useState<unknown>(null);
  const definition = layout && JSON.stringify(layout);
  useEffect(() => {
    if (!file || !definition) return;
    const controller = new AbortController();
    const { signal } = controller;
    const show = () =>
      sendFile('/operator/statement_layouts/preview', {
        query: { definition },
        file: file.slice(0, MOST_BYTES),
        onProgress: () => undefined,
        signal,
      }).then(
        (found) => {
          setPreview(found);
          setError(null);
        },
        (reason: unknown) => {
          if (signal.aborted) return;
          setPreview(null);
          setError(reason);
        },
      );
    const timer = setTimeout(show, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [file, definition]);
  return { choose, preview, error };
}
