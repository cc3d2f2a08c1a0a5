import type { Language } from '../messages/texts.ts';
import { FONT } from '../pages/font.ts';
import type { QrCode } from '../pages/qr.ts';
import { printedCode } from './draw-code.ts';
import { sheetTexts } from './sheet-texts.ts';

/** The side of the code with its border: 12 cm, which a camera reads from a metre. */
const SIDE = 340;
const MARGIN = 56;
/** The logo is above the text, in the margin, so that long texts still leave one page. */
const LOGO = { top: 14, height: 38 };

export type Sheet = {
  readonly merchant: string;
  /** A PNG or JPEG that was checked for printing. */
  readonly logo: Buffer | null;
  /** The names of what is sold. */
  readonly lines: readonly string[];
  /** As people read it. Null: the payer enters the amount. */
  readonly amount: string | null;
  readonly url: string;
  /** The content of the code: the address, or the payload of a scheme, which has a name. */
  readonly code: string;
  readonly scheme: string | null;
  readonly language: Language;
  readonly livemode: boolean;
  readonly at: Date;
};

/** A sheet for the counter: A4, one page. The same sheet gives the same bytes with the same libraries. */
export async function writeSheet(sheet: Sheet): Promise<Buffer> {
  // The library takes 0.1 s to load, and most processes write no PDF.
  const { default: PdfDocument } = await import('pdfkit');
  const code = await printedCode(sheet.code);
  const pdf = new PdfDocument({
    ...{ size: 'A4', margin: MARGIN, font: FONT },
    info: { Title: sheet.merchant, CreationDate: sheet.at },
  });
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
  drawSheet(pdf, sheet, code);
  pdf.end();
  return done;
}

function drawSheet(pdf: PDFKit.PDFDocument, sheet: Sheet, code: QrCode): void {
  const { merchant, logo, lines, amount, url, scheme, language, livemode } = sheet;
  const texts = sheetTexts[language];
  if (logo) drawLogo(pdf, logo);
  if (!livemode) {
    writeLine(pdf, texts.test, 14, 1);
    pdf.moveDown(0.3);
  }
  writeLine(pdf, merchant, 30, 2);
  for (const line of lines) writeLine(pdf, line, 16, 3);
  pdf.moveDown(0.3);
  writeLine(pdf, amount ?? texts.open, amount === null ? 18 : 34, 1);
  drawCode(pdf, code, (pdf.page.width - SIDE) / 2, pdf.y);
  pdf.x = MARGIN;
  pdf.y += SIDE;
  writeLine(pdf, scheme === null ? texts.scan : texts.scanWith.replace('{scheme}', () => scheme), 16, 2);
  pdf.moveDown(0.4);
  writeLine(pdf, texts.orType, 11, 1);
  writeLine(pdf, url, 15, 2);
}

/** A damaged JPEG is left out: the sheet works without it. */
function drawLogo(pdf: PDFKit.PDFDocument, logo: Buffer): void {
  const width = pdf.page.width - 2 * MARGIN;
  try {
    pdf.image(logo, MARGIN, LOGO.top, { fit: [width, LOGO.height], align: 'center', valign: 'center' });
  } catch {
    // Nothing was drawn: the library reads the head of the picture first.
  }
}

/** A long text is written smaller, and below 9 points it ends early: the sheet stays one page. */
function writeLine(pdf: PDFKit.PDFDocument, text: string, size: number, most: number): void {
  const width = pdf.page.width - 2 * MARGIN;
  let points = size;
  const height = () => most * pdf.fontSize(points).currentLineHeight(true) + 1;
  while (points > 9 && (height() < pdf.heightOfString(text, { width }) || isWide(pdf, text, width))) points--;
  pdf.fontSize(points).text(text, MARGIN, pdf.y, { width, align: 'center', height: height(), ellipsis: true });
}

/** A word that is wider than the sheet, such as an address. */
const isWide = (pdf: PDFKit.PDFDocument, text: string, width: number) =>
  text.split(/\s/).some((word) => pdf.widthOfString(word) > width);

function drawCode(pdf: PDFKit.PDFDocument, { size, runs }: QrCode, left: number, top: number): void {
  const module = SIDE / size;
  pdf.rect(left, top, SIDE, SIDE).fill('white');
  for (const [x, y, length] of runs) pdf.rect(left + x * module, top + y * module, length * module, module);
  pdf.fill('black');
}
