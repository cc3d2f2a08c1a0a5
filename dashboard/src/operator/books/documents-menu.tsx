import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../texts/use-texts.ts';
import { Download } from '../../ui/icons.ts';
import { FormError } from '../../ui/states.tsx';
import { saveFile } from '../../world/download.ts';

type DocumentsMenuProps<File extends string> = {
  /** The button; "Download" by default. */
  name?: string;
  documents: readonly { readonly file: File; readonly text: string }[];
  read: (file: File) => Promise<Blob>;
  nameOf: (file: File) => string;
};

/** Downloads of signed documents. The signature of each proves it to an auditor. */
export function DocumentsMenu<File extends string>({ name, documents, read, nameOf }: DocumentsMenuProps<File>) {
  const { t } = useTexts();
  const [error, setError] = useState<unknown>(null);
  const [pending, setPending] = useState(false);
  const save = (file: File) => {
    setPending(true);
    setError(null);
    read(file)
      .then((blob) => saveFile(blob, nameOf(file)))
      .catch(setError)
      .finally(() => setPending(false));
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<Download size={16} />} loading={pending}>
            {name ?? t('books.download')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {documents.map(({ file, text }) => (
            <Menu.Item key={file} onClick={() => save(file)}>
              {text}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <FormError error={error} />
    </>
  );
}
