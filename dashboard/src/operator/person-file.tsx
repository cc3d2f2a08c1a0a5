import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Approval } from '../../../contract/src/approvals.ts';
import { download } from '../api/request.ts';
import { useTexts } from '../texts/use-texts.ts';
import { Download } from '../ui/icons.ts';
import { FormError } from '../ui/states.tsx';
import { saveFile } from '../world/download.ts';

/** Downloads the approved export of a person's data, once. */
export function PersonFile({ approval: { id, kind, status } }: { approval: Approval }) {
  const { t } = useTexts();
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  if (kind !== 'person_export' || status !== 'approved') return null;
  const save = () => {
    setPending(true);
    setError(null);
    download('/operator/approvals/{id}/file', { params: { id } })
      .then((blob) => saveFile(blob, `person-${id.slice(-6)}.jsonl`))
      .catch(setError)
      .finally(() => setPending(false));
  };
  return (
    <>
      <Button variant="default" leftSection={<Download size={16} />} loading={pending} onClick={save}>
        {t('operator.downloadPerson')}
      </Button>
      <FormError error={error} />
    </>
  );
}
