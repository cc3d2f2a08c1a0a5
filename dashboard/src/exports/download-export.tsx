import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Export } from '../../../contract/src/exports.ts';
import { download } from '../api/request.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Download } from '../ui/icons.ts';
import { FormError } from '../ui/states.tsx';
import { saveFile } from '../world/download.ts';
import { useWorld } from '../world/world.tsx';

/** The file of a completed export. A plain link could not name the integration. */
export function DownloadExport({ record }: { record: Export }) {
  const { t } = useTexts();
  const world = useWorld();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  if (record.status === 'failed') return <>{record.failure?.message ?? '–'}</>;
  if (record.status !== 'completed') return <>–</>;
  const { id, resource, format, created_at: at } = record;
  const run = () => {
    setPending(true);
    setError(null);
    download('/exports/{id}/file', { world, params: { id } })
      .then((blob) => saveFile(blob, `${resource}-${at.slice(0, 10)}-${id.slice(-6)}.${format}`))
      .catch(setError)
      .finally(() => setPending(false));
  };
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<Download size={14} />}
        loading={pending}
        aria-label={t('exports.downloadOf', { resource: t(`exports.resourceOf.${resource}`) })}
        onClick={run}
      >
        {t('exports.download')}
      </Button>
      <FormError error={error} />
    </>
  );
}
