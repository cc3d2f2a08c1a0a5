/** The text of a file for a message: at most 40 characters, invisible ones made visible. */
export function shownText(text: string): string {
  const escaped = (unseen: string) => `\\u${unseen.codePointAt(0)!.toString(16).padStart(4, '0')}`;
  const short = text.slice(0, 40).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|[^\S ]/gu, escaped);
  return `"${short}${text.length > 40 ? '…' : ''}"`;
}

/** The same text for people: `Receipt No.` and `receipt  no` are one column. */
export function plainName(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().replace(/[.:]$/, '').toLowerCase();
}
