import { Button } from '@mantine/core';
import { useState } from 'react';
import type { StatementFile } from '../../../../contract/src/statement-files.ts';
import { download } from '../../api/request.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Download } from '../../ui/icons.ts';
import { FormError } from '../../ui/states.tsx';
import { saveFile } from '../../world/download.ts';

/** Downloads the file as it was received. A reading of a provider's own list has no file. */
export function RawFile({ file: { id, name, layout, status } }: { file: StatementFile }) {
  const { t } = useTexts();
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  if (layout === 'provider' || status === 'receiving') return null;
  const save = () => {
    setPending(true);
    setError(null);
    download('/operator/statement_files/{id}/raw', { params: { id } })
      .then((blob) => saveFile(blob, name))
      .catch(setError)
      .finally(() => setPending(false));
  };
  return (
    <>
      <Button variant="default" leftSection={<Download size={16} />} loading={pending} onClick={save}>
        {t('books.downloadRaw')}
      </Button>
      <FormError error={error} />
    </>
  );
}
