import { shownText } from './shown-text.ts';

/** The formats that the readers know. */
export type FileFormat = 'csv' | 'xlsx' | 'camt.053' | 'mt940';

export type Detected = { readonly format: FileFormat } | { readonly refusal: string };

/** `detectFormat` looks at no more of a file. */
export const DETECTED_BYTES = 8192;

/** Files that operators send by mistake, by their first bytes in hexadecimal. */
const signatures: readonly (readonly [hex: string, refusal: string])[] = [
  ['25504446', 'is a PDF. Download the statement as CSV, XLSX, camt.053 or MT940'],
  ['d0cf11e0a1b11ae1', 'is an old or encrypted Excel workbook. Save it as .xlsx without a password, or as CSV'],
  ['1f8b', 'is compressed with gzip. Decompress it first'],
  ['425a68', 'is compressed with bzip2. Decompress it first'],
  ['377abcaf271c', 'is a 7-Zip archive. Unpack it first'],
  ['526172211a07', 'is a RAR archive. Unpack it first'],
  ['fd377a585a00', 'is compressed with xz. Decompress it first'],
  ['28b52ffd', 'is compressed with Zstandard. Decompress it first'],
  ['504b0506', 'is an empty ZIP archive. Export the statement again'],
  ['89504e47', 'is a picture. Download the statement as CSV, XLSX, camt.053 or MT940'],
  ['ffd8ff', 'is a picture. Download the statement as CSV, XLSX, camt.053 or MT940'],
];

/** Texts that show formats which no reader knows. */
const texts: readonly (readonly [pattern: RegExp, refusal: string])[] = [
  [
    /^<(!doctype\s+html|html|head|body|script|meta|table)\b/i,
    'is a web page, perhaps a login page. Download the statement again',
  ],
  [/^OFXHEADER|<OFX>/i, 'is OFX, which is not supported. Download the statement as CSV, XLSX, camt.053 or MT940'],
  [/^!(Type|Account):/i, 'is QIF, which is not supported. Download the statement as CSV, XLSX, camt.053 or MT940'],
  [
    /^01,[^,\n]*,[^,\n]*,\d{6},/,
    'is BAI2, which is not supported. Download the statement as CSV, XLSX, camt.053 or MT940',
  ],
  [/^\s*[[{]\s*["[{]/, 'is JSON. Download the statement as CSV, XLSX, camt.053 or MT940'],
  [/^\{\\rtf/, 'is a text document (RTF). Download the statement as CSV, XLSX, camt.053 or MT940'],
];

/**
 * Finds the format of a file by its first bytes.
 * @param head the first `DETECTED_BYTES` of the file, or all of a shorter one
 * @param encoding the encoding of the layout, which allows UTF-16 for CSV
 */
export function detectFormat(head: Uint8Array, encoding: string = 'utf-8'): Detected {
  if (head.length === 0) return refuse('is empty. Export the statement again');
  const hex = Buffer.from(head.subarray(0, 16)).toString('hex');
  const known = signatures.find(([signature]) => hex.startsWith(signature));
  if (known) return refuse(known[1]);
  if (hex.startsWith('504b0304')) return detectArchive(head);
  const wide = hex.startsWith('fffe') ? 'utf-16le' : hex.startsWith('feff') ? 'utf-16be' : null;
  if (wide && wide !== encoding)
    return refuse(`is in ${wide.toUpperCase()}. Save it as "CSV UTF-8", or set the encoding of the layout to ${wide}`);
  if (!wide && encoding.startsWith('utf-16'))
    return refuse(`is not in ${encoding.toUpperCase()}, as the layout expects: it has no byte order mark`);
  if (hex.startsWith('efbbbf') && encoding !== 'utf-8')
    return refuse(`is in UTF-8, but the layout reads it as ${encoding}. Set its encoding to utf-8`);
  if (!wide && head.includes(0)) return refuse('is not a text file: it has NUL bytes. Export the statement again');
  return detectText(new TextDecoder(wide ?? 'windows-1252').decode(head).replace(/^(\ufeff|ï»¿)/, ''));
}

const refuse = (reason: string): Detected => ({ refusal: `the file ${reason}` });

/** A ZIP archive begins with the name of its first entry. OpenDocument begins with its type. */
function detectArchive(head: Uint8Array): Detected {
  const text = Buffer.from(head.subarray(30, 200)).toString('latin1');
  if (text.startsWith('mimetypeapplication/vnd.oasis'))
    return refuse('is an OpenDocument spreadsheet. Save it as .xlsx or CSV');
  return { format: 'xlsx' };
}

function detectText(full: string): Detected {
  // SWIFT terminals begin a message with SOH.
  const text = full.replace(/^\s*\p{Cc}?/u, '').trimStart();
  if (text === '') return refuse('has only white space. Export the statement again');
  const known = texts.find(([pattern]) => pattern.test(text.slice(0, 1000)));
  if (known) return refuse(known[1]);
  if (text.startsWith('<')) return detectXml(text);
  return detectSwift(text) ?? { format: 'csv' };
}

/** ISO 20022 messages by their namespace. The prefix is free. */
function detectXml(text: string): Detected {
  if (/<!DOCTYPE/i.test(text)) return refuse('has a DOCTYPE, which no bank statement has. It is refused for safety');
  const message = /urn:iso:std:iso:20022:tech:xsd:((camt|pain|pacs|acmt)\.\d{3})/.exec(text)?.[1];
  if (message === 'camt.053') return { format: 'camt.053' };
  if (message === 'camt.052')
    return refuse('is a camt.052, an intraday report that is not final. Send the camt.053 of the day');
  if (message === 'camt.054')
    return refuse('is a camt.054, a notification without balances. Send the camt.053 of the day');
  if (message) return refuse(`is a ${message}, not a statement. Send a camt.053`);
  if (/urn:schemas-microsoft-com:office:spreadsheet/.test(text))
    return refuse('is an Excel 2003 XML spreadsheet. Save it as .xlsx or CSV');
  const root = /<(?:[\w.-]+:)?([\w.-]+)[\s>/]/.exec(text.replace(/<[?!][^>]*>/g, ''))?.[1] ?? '';
  return refuse(`is XML (${shownText(root)}) without the namespace of camt.053. Send a camt.053 statement`);
}

/** SWIFT messages: an envelope names the type, a bare text block begins with a field. */
function detectSwift(text: string): Detected | null {
  const message = /^(?:[\s\S]{0,200}?)\{2:[IO](\d{3})/.exec(text)?.[1] ?? /^(?:MT)?(9\d\d)\s*\r?\n:20:/.exec(text)?.[1];
  if (message && message !== '940')
    return refuse(`is an MT${message}. Send the MT940 of the day${message === '942' ? '; an MT942 is not final' : ''}`);
  if (message || /^(?:\{\d:[^\r\n]*[\r\n]+|[^\r\n]{0,80}[\r\n]+){0,3}?:20:/.test(text)) {
    if (/^:(34F|90[CD]):/m.test(text) && !/^:60[FM]:/m.test(text))
      return refuse('is an MT942, an intraday report that is not final. Send the MT940 of the day');
    return { format: 'mt940' };
  }
  return null;
}
