/**
 * Spreadsheets treat a text with this beginning as a formula (OWASP, CSV injection). Some Asian ones also accept the
 * wide forms.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r]/;
/**
 * If semicolons or tabs separate cells, the file's quotes are inside a cell and do not protect it, and a quote at the
 * start of a cell is dropped. Commas inside quotes never separate.
 */
const FORMULA_BEHIND = /[;\t\r\n](?=(?:[^\S\t\r\n]|")*[=+\-@＝＋－＠])/g;

/** An apostrophe before a formula makes it text. */
export function harmlessCell(text: string | null | undefined): string {
  if (!text) return '';
  const parted = text.replace(FORMULA_BEHIND, "$&'");
  return FORMULA.test(text) ? `'${parted}` : parted;
}

/** RFC 4180: a cell with a comma, a quote or a line break is quoted, and its quotes are doubled. */
export function quoteCell(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
