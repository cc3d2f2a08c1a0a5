/** A cell, quoted or not, and its separator. */
const CELL = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/g;
/**
 * As in the service's semicolon format (payouts/result-csv.ts): a reader that still splits at commas would see a
 * formula begin here.
 */
const FORMULA_BEHIND = /,(?=(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠])/g;

/** Converts the service's CSV for spreadsheets where the comma is the decimal mark. */
export function withSemicolons(csv: string): string {
  return csv.replace(CELL, (_, cell: string, end: string) => {
    const isBare = !cell.startsWith('"') && cell.includes(';');
    return (isBare ? `"${cell}"` : cell).replace(FORMULA_BEHIND, ",'") + (end === ',' ? ';' : end);
  });
}
