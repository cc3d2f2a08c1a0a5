/** A cell, in quotes or not, and what ends it. */
const CELL = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/g;
/** As the service has it of semicolons (payouts/result-csv.ts): where commas part cells all the same, this begins one. */
const FORMULA_BEHIND = /,(?=(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠])/g;

/** The service's CSV as spreadsheets read and write it where the comma is the decimal sign. */
export function withSemicolons(csv: string): string {
  return csv.replace(CELL, (_, cell: string, end: string) => {
    const isBare = !cell.startsWith('"') && cell.includes(';');
    return (isBare ? `"${cell}"` : cell).replace(FORMULA_BEHIND, ",'") + (end === ',' ? ';' : end);
  });
}
