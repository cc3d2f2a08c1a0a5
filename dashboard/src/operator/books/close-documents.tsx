import type { Close } from '../../../../contract/src/closes.ts';
import { download } from '../../api/request.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { DocumentsMenu } from './documents-menu.tsx';

/** The documents of the contract's `closeFiles` and `monthFiles`. */
const kinds = [
  { end: 'pdf', text: 'books.pdf' },
  { end: 'csv', text: 'books.csv' },
  { end: 'pdf.jws', text: 'books.pdfSignature' },
  { end: 'csv.jws', text: 'books.csvSignature' },
] as const;

/** Downloads of a reviewed close. */
export function CloseDocuments({ close: { id, rail, day } }: { close: Close }) {
  const { t } = useTexts();
  return (
    <DocumentsMenu
      documents={kinds.map(({ end, text }) => ({ file: `close.${end}` as const, text: t(text) }))}
      read={(file) => download('/operator/closes/{id}/files/{file}', { params: { id, file } })}
      nameOf={(file) => `${rail}-${day}-${file}`}
    />
  );
}

/** Downloads of a closed month. */
export function MonthDocuments({ rail, month }: { rail: string; month: string }) {
  const { t } = useTexts();
  return (
    <DocumentsMenu
      documents={kinds.map(({ end, text }) => ({ file: `month.${end}` as const, text: t(text) }))}
      read={(file) => download('/operator/closes/month/files/{file}', { params: { file }, query: { rail, month } })}
      nameOf={(file) => `${rail}-${month}-${file}`}
    />
  );
}
