import { Button, FileButton, Group, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sendFile } from '../../api/send-file.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { formatSize } from '../../ui/format.ts';
import { FormError } from '../../ui/states.tsx';
import { unlessUnderWay } from '../../ui/unless-under-way.ts';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { Choice } from '../choice.tsx';
import { Progress } from './progress.tsx';

/** The service's limit. A larger file would be refused only after it was sent. */
const MOST_BYTES = 512 * 1024 * 1024;

/** Sends a statement file, and opens its page, which shows how it is read. */
export function UploadDialog({ rails, onClose }: { rails: readonly string[]; onClose: () => void }) {
  const { t } = useTexts();
  useFocusBack();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [chosen, choose] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const [part, setPart] = useState<number | null>(null);
  const [error, setError] = useState<unknown>(null);
  const sending = useRef<AbortController>(null);
  // The page may be left while a file is on its way.
  useEffect(() => () => sending.current?.abort(), []);
  const rail = chosen ?? rails[0] ?? '';
  const isTooLarge = file !== null && file.size > MOST_BYTES;
  const isSending = part !== null;
  const send = async (content: File) => {
    const control = new AbortController();
    sending.current = control;
    setError(null);
    setPart(0);
    try {
      const query = { rail, name: content.name };
      const answer = await sendFile('/operator/statement_files', {
        query,
        file: content,
        onProgress: setPart,
        signal: control.signal,
      });
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === '/operator/statement_files' });
      await navigate({ to: `/operator/statements/${answer.id}` });
    } catch (failure) {
      setPart(null);
      if (!control.signal.aborted) setError(failure);
    }
  };
  return (
    <Modal
      opened
      onClose={unlessUnderWay(isSending, onClose)}
      title={t('books.upload')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack>
        {rails.length === 0 && <Text>{t('books.noRails')}</Text>}
        {rails.length > 0 && <Choice label={t('payments.rail')} options={rails} value={rail} onChange={choose} />}
        <Text size="sm" c="dimmed">
          {t('books.uploadAdvice')}
        </Text>
        <Group>
          <FileButton onChange={setFile} accept=".csv,.txt,.xlsx,.xml,.sta,.mt940,.940">
            {(props) => (
              <Button variant="default" disabled={isSending} {...props}>
                {t('books.chooseFile')}
              </Button>
            )}
          </FileButton>
          {file && (
            <Text size="sm">
              {file.name} · {formatSize(file.size)}
            </Text>
          )}
        </Group>
        {isTooLarge && (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {t('books.tooLarge', { size: formatSize(MOST_BYTES) })}
          </Text>
        )}
        {isSending && <Progress label={t('books.sending')} part={part} />}
        <FormError error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => (isSending ? sending.current?.abort() : onClose())}>
            {t(isSending ? 'books.stop' : 'ui.back')}
          </Button>
          <Button
            loading={isSending}
            disabled={file === null || isTooLarge || rail === ''}
            onClick={() => file && send(file)}
          >
            {t('books.send')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
