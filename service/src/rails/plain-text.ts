/**
 * A text that every provider and phone shows: letters without accents, digits and spaces. Other characters become
 * spaces, because some providers refuse a request with an apostrophe.
 * @param most the most characters; the text is cut at the end of a word where that loses little
 */
export function plainText(text: string, most: number): string {
  const plain = text
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, ' ')
    .trim();
  if (plain.length <= most) return plain;
  const cut = plain.slice(0, most);
  const end = cut.lastIndexOf(' ');
  return (end > most / 2 ? cut.slice(0, end) : cut).trim();
}
