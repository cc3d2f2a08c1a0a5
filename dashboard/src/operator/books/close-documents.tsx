import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import type { Close } from '../../../../contract/src/closes.ts';
import { download } from '../../api/request.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Download } from '../../ui/icons.ts';
import { FormError } from '../../ui/states.tsx';
import { saveFile } from '../../world/download.ts';

/** The documents of the contract's `closeFiles`. The signature of each proves it to an auditor. */
const documents = [
  { file: 'close.pdf', text: 'books.pdf' },
  { file: 'close.csv', text: 'books.csv' },
  { file: 'close.pdf.jws', text: 'books.pdfSignature' },
  { file: 'close.csv.jws', text: 'books.csvSignature' },
] as const;

/** Downloads of a reviewed close. */
export function CloseDocuments({ close: { id, rail, day } }: { close: Close }) {
  const { t } = useTexts();
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const save = (file: (typeof documents)[number]['file']) => {
    setPending(true);
    setError(null);
    download('/operator/closes/{id}/files/{file}', { params: { id, file } })
      .then((blob) => saveFile(blob, `${rail}-${day}-${file}`))
      .catch(setError)
      .finally(() => setPending(false));
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<Download size={16} />} loading={pending}>
            {t('books.download')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {documents.map(({ file, text }) => (
            <Menu.Item key={file} onClick={() => save(file)}>
              {t(text)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <FormError error={error} />
    </>
  );
}
