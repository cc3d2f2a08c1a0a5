/**
 * The digits of a code that a person typed or pasted. Blanks of any kind, dashes and invisible marks are removed, and
 * full-width, Arabic-Indic and Extended Arabic-Indic digits are read as 0 to 9.
 * Text with anything else, such as a recovery code, is returned unchanged.
 */
export function readTypedCode(text: string): string {
  const bare = text.normalize('NFKC').replace(/[\p{White_Space}\p{Dash}\p{Cf}]/gu, '');
  const digits = bare.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
  return /^[0-9]+$/.test(digits) ? digits : text;
}
