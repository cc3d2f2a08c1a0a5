import type { Close } from '../../../../contract/src/closes.ts';
import { download } from '../../api/request.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { DocumentsMenu } from './documents-menu.tsx';

/** The documents of the contract's `closeFiles`. */
const documents = [
  { file: 'close.pdf', text: 'books.pdf' },
  { file: 'close.csv', text: 'books.csv' },
  { file: 'close.pdf.jws', text: 'books.pdfSignature' },
  { file: 'close.csv.jws', text: 'books.csvSignature' },
] as const;

/** Downloads of a reviewed close. */
export function CloseDocuments({ close: { id, rail, day } }: { close: Close }) {
  const { t } = useTexts();
  return (
    <DocumentsMenu
      documents={documents.map(({ file, text }) => ({ file, text: t(text) }))}
      read={(file) => download('/operator/closes/{id}/files/{file}', { params: { id, file } })}
      nameOf={(file) => `${rail}-${day}-${file}`}
    />
  );
}
