// A payout's result file may be sent again, to pay the recipients that were not paid. Shared by the dashboard and the
// service, as csv-dialect.ts is.

/** Columns of the result file that a payout item does not have: a file may have them, and their cells are not sent. */
export const resultColumns = [
  ...['id', 'currency', 'status', 'failure_code', 'failure_message', 'fee', 'tax', 'sent_amount', 'wallet', 'rail'],
  ...['rail_reference', 'succeeded_at', 'failed_at'],
];

/** Whether a line with this status was not paid and never will be. Empty: the file has no status column. */
export const mayBePaidAgain = (status: string) => ['', 'failed', 'canceled'].includes(status);

const GUARD = /^'(?=\s*[=+\-@＝＋－＠\t\r])/;
const GUARD_BEHIND = /([;\t\r\n])'(?=(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠])/g;

/** A text of the result file without the apostrophes that keep a spreadsheet from running it as a formula. */
export const withoutGuard = (text: string) => text.replace(GUARD, '').replace(GUARD_BEHIND, '$1');

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

/** Whether the bytes are a spreadsheet's own format (`.xlsx`, `.ods` or `.xls`), regardless of the file's name. */
export const isWorkbook = (bytes: Uint8Array) =>
  [ZIP, OLE].some((magic) => magic.every((byte, i) => bytes[i] === byte));
