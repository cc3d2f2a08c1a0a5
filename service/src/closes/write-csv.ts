/** Spreadsheets run a text with this beginning as a formula (OWASP, CSV injection). */
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r]/;

/** A number or an amount is written as it is; an apostrophe makes other text that looks like a formula text. */
const NUMBER = /^-?[0-9]+(\.[0-9]+)?$/;

function cellOf(value: string): string {
  const safe = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A CSV file (RFC 4180) in UTF-8. */
export const writeCsv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join(''));

/** An amount from its integer, with a point before the decimals: `-1250` with two decimals is `-12.50`. */
export function decimalOf(amount: bigint, exponent: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const text = exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`;
  return amount < 0n ? `-${text}` : text;
}
