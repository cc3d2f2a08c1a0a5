export const whole = (value: number) => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ' ');

/** An aligned Markdown table, readable in a terminal and ready for a document. */
export function table(head: readonly string[], rows: readonly string[][]): string {
  const widths = head.map((title, i) => Math.max(3, title.length, ...rows.map((row) => row[i]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`;
  const rules = widths.map((width, i) => (i === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`));
  return [line(head), `|${rules.join('|')}|`, ...rows.map(line)].join('\n');
}
