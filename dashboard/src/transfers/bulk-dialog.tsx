import { Button, FileButton, Group, Select, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Bulk, BulkMode } from '../../../contract/src/bulk.ts';
import { newIdempotencyKey, send } from '../api/request.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { formatSize } from '../ui/format.ts';
import { useWorld, useWorldPath } from '../world/world.tsx';

/** The service's limit. */
const MOST_BYTES = 5 * 1024 * 1024;
const modes: readonly BulkMode[] = ['all_or_nothing', 'each'];

/** Sends a file of transfers, and opens the request with its results. */
export function BulkDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts();
  const world = useWorld();
  const worldPath = useWorldPath();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [mode, setMode] = useState<BulkMode>('all_or_nothing');
  const isTooLarge = file !== null && file.size > MOST_BYTES;
  /** One key for a file and a mode, so that a second click after a lost answer moves nothing twice. */
  const keys = useRef(new Map<string, string>());
  const change = useMutation({
    mutationFn: async () => {
      const name = `${mode} ${file!.name} ${file!.size} ${file!.lastModified}`;
      const idempotencyKey = keys.current.get(name) ?? newIdempotencyKey();
      keys.current.set(name, idempotencyKey);
      const csv = new Blob([file!], { type: 'text/csv' });
      return (await send('POST', '/transfers/bulk', { world, query: { mode }, file: csv, idempotencyKey })) as Bulk;
    },
    onSettled: () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) => ['/transfers', '/wallets', '/wallets/{id}'].includes(String(queryKey[1])),
      }),
  });
  return (
    <FormDialog
      title={t('transfers.bulkAsk')}
      act={t('transfers.bulkSend')}
      onClose={onClose}
      change={change}
      disabled={file === null || isTooLarge}
      submit={async () => {
        const { id } = await change.mutateAsync();
        await navigate({ to: worldPath(`/transfers/bulk/${id}`) });
      }}
    >
      <Text size="sm" c="dimmed">
        {t('transfers.bulkAdvice')}
      </Text>
      <Group>
        <FileButton onChange={setFile} accept=".csv,text/csv">
          {(props) => (
            <Button variant="default" disabled={change.isPending} {...props}>
              {t('transfers.chooseFile')}
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
          {t('transfers.tooLarge', { size: formatSize(MOST_BYTES) })}
        </Text>
      )}
      <Select
        label={t('transfers.bulkMode')}
        allowDeselect={false}
        data={modes.map((value) => ({ value, label: t(`transfers.modeOf.${value}`) }))}
        value={mode}
        onChange={(chosen) => chosen && setMode(chosen as BulkMode)}
      />
    </FormDialog>
  );
}
