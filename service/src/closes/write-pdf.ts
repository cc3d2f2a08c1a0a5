import { FONT } from '../pages/font.ts';

export type ReportTable = {
  readonly title: string;
  /** Column names with their part of the width, in hundredths. Numbers are aligned to the right. */
  readonly columns: readonly { readonly name: string; readonly width: number; readonly right?: true }[];
  readonly rows: readonly (readonly string[])[];
};
export type Report = {
  readonly title: string;
  /** Lines below the title. */
  readonly about: readonly string[];
  readonly tables: readonly ReportTable[];
  readonly at: Date;
};

/** A report as a PDF on A4. The same report gives the same bytes with the same libraries. */
export async function writePdf(report: Report): Promise<Buffer> {
  // The library takes 0.1 s to load, and most processes write no PDF.
  const { default: PdfDocument } = await import('pdfkit');
  const pdf = new PdfDocument({
    ...{ size: 'A4', margin: 48, font: FONT, bufferPages: true },
    info: { Title: report.title, CreationDate: report.at },
  });
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
  pdf.fontSize(18).text(report.title).moveDown(0.3).fontSize(9);
  for (const line of report.about) pdf.text(line);
  for (const table of report.tables) drawTable(pdf, table);
  pdf.end();
  return done;
}

function drawTable(pdf: PDFKit.PDFDocument, { title, columns, rows }: ReportTable): void {
  const { left, right, bottom } = pdf.page.margins;
  const width = pdf.page.width - left - right;
  const room = (height: number) => {
    if (pdf.y + height > pdf.page.height - bottom) pdf.addPage();
  };
  room(60);
  pdf.moveDown(1).fontSize(12).text(title, left).moveDown(0.2).fontSize(8);
  const draw = (cells: readonly string[], color: string) => {
    const at = (i: number) => columns.slice(0, i).reduce((sum, column) => sum + (column.width * width) / 100, left);
    const boxes = columns.map((column, i) => ({
      text: cells[i] ?? '',
      x: at(i),
      more: { width: (column.width * width) / 100 - 6, align: column.right ? ('right' as const) : ('left' as const) },
    }));
    const height = Math.max(...boxes.map(({ text, more }) => pdf.heightOfString(text || ' ', more)));
    room(height + 2);
    const { y } = pdf;
    pdf.fillColor(color);
    for (const { text, x, more } of boxes) pdf.text(text, x, y, more);
    pdf.fillColor('black');
    pdf.x = left;
    pdf.y = y + height + 2;
  };
  draw(
    columns.map(({ name }) => name),
    '#555555',
  );
  for (const row of rows) draw(row, 'black');
}
