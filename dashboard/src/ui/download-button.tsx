import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useCsv } from '../world/download.ts';
import { Download } from './icons.ts';
import { saveCsv } from './save-csv.ts';
import { FormError } from './states.tsx';

type DownloadButtonProps = {
  path: string;
  params: object;
  query?: object;
  /** The file name. */
  file: string;
  children: ReactNode;
};

export function DownloadButton({ path, params, query = {}, file, children }: DownloadButtonProps) {
  const read = useCsv();
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = () => {
    setPending(true);
    setError(null);
    read(path, params, query)
      .then((csv) => saveCsv(csv, file))
      .catch(setError)
      .finally(() => setPending(false));
  };
  return (
    <>
      <Button variant="default" leftSection={<Download size={16} />} loading={pending} onClick={run}>
        {children}
      </Button>
      <FormError error={error} />
    </>
  );
}
