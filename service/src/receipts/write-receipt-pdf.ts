import { readableAmount } from '../messages/texts.ts';
import { FONT } from '../pages/font.ts';
import type { PageLanguage } from '../pages/language.ts';
import type { QrCode } from '../pages/qr.ts';
import { type Facts, maskParty } from './facts.ts';
import { endsOf } from './page.ts';
import { readableTime, receiptTexts } from './texts.ts';

export type PdfReceipt = {
  readonly facts: Facts;
  readonly qr: QrCode;
  /** The address in the QR code. */
  readonly verifyUrl: string;
  readonly language: PageLanguage;
  readonly exponent: number;
};

/** A receipt as a PDF on A5, with its own font and the QR code that verifies it. */
export async function writeReceiptPdf(receipt: PdfReceipt): Promise<Buffer> {
  const { facts, language, exponent, qr, verifyUrl } = receipt;
  const texts = receiptTexts[language];
  const { default: PdfDocument } = await import('pdfkit');
  const pdf = new PdfDocument({
    ...{ size: 'A5', margin: 40, font: FONT, lang: language },
    info: { Title: texts.titles[facts.receipt.kind], CreationDate: facts.at },
  });
  const parts: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (part: Buffer) => parts.push(part));
    pdf.on('end', () => resolve(Buffer.concat(parts)));
    pdf.on('error', reject);
  });
  const money = (amount: bigint) => readableAmount(amount, { code: facts.currency, exponent }, language);
  const at = (time: Date) => readableTime(time, facts.merchant.timeZone, language);
  pdf.fontSize(10).text(facts.merchant.name).moveDown(0.2);
  pdf.fontSize(16).text(texts.titles[facts.receipt.kind]).moveDown(0.4);
  if (!facts.receipt.livemode) pdf.fontSize(10).fillColor('#7c1410').text(texts.test).fillColor('black');
  pdf.fontSize(22).text(money(facts.amount)).fontSize(11).text(texts.states[facts.state]).moveDown(0.6);
  const { from, to } = endsOf({
    kind: facts.receipt.kind,
    party: maskParty(facts.party),
    merchant: facts.merchant.name,
  });
  const lines: readonly (readonly [string, string | null])[] = [
    [texts.when, at(facts.at)],
    [texts.from, from],
    [texts.to, to],
    [texts.fee, facts.fee > 0n ? money(facts.fee) : null],
    [texts.description, facts.description],
    [texts.provider, facts.provider],
    [texts.providerReceipt, facts.providerReceipt],
    [texts.number, facts.receipt.id],
    ...facts.refunds.map(
      ({ amount, state, at: time }) =>
        [texts.refunds, `${money(amount)}, ${texts.states[state]}, ${at(time)}`] as const,
    ),
  ];
  for (const [name, value] of lines) {
    if (value === null || value === '') continue;
    pdf.fontSize(7.5).fillColor('#4b535d').text(name).fontSize(9.5).fillColor('black').text(value).moveDown(0.15);
  }
  drawCode(pdf, qr, texts.checkAdvice, verifyUrl);
  pdf.end();
  return done;
}

const SIDE = 150;

function drawCode(pdf: PDFKit.PDFDocument, { size, runs }: QrCode, advice: string, url: string): void {
  if (pdf.y + SIDE + 50 > pdf.page.height - pdf.page.margins.bottom) pdf.addPage();
  pdf.moveDown(0.5).fontSize(8).text(advice).moveDown(0.3);
  const { x: left, y: top } = pdf;
  const module = SIDE / size;
  for (const [x, y, width] of runs) pdf.rect(left + x * module, top + y * module, width * module, module);
  pdf.fill('black');
  // The code is also a link, for a reader on the phone that holds the PDF.
  pdf.link(left, top, SIDE, SIDE, url);
}
