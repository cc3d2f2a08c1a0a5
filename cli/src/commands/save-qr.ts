import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { RequestOptions } from '../../../sdk/src/rialto.ts';
import { line } from '../print.ts';

const types = { svg: 'image/svg+xml', png: 'image/png', pdf: 'application/pdf' } as const;

const format = (text: string): string => {
  if (Object.hasOwn(types, text)) return text;
  throw new InvalidArgumentError('It must be svg, png or pdf.');
};

/** The options of a command that saves a QR code. */
export const drawn = (command: Command) =>
  command
    .option('--format <format>', 'svg, png or pdf (a sheet for the counter)', format, 'svg')
    .option('--language <code>', 'the language of the sheet: en, fr, es, pt, ht or sw')
    .option('--output <file>', 'where to save it (- for stdout); default: its id');

type Drawn = { readonly format: keyof typeof types; readonly language?: string; readonly output?: string };

/** @param read asks the service for the code */
export async function saveQr(
  id: string,
  { format: chosen, output }: Drawn,
  read: (options: RequestOptions) => Promise<Blob>,
): Promise<void> {
  const bytes = (await read({ headers: { accept: types[chosen] } })).stream();
  const file = output ?? `${id}.${chosen}`;
  if (file === '-') for await (const chunk of bytes) process.stdout.write(chunk);
  else {
    await writeFile(file, bytes);
    line(file);
  }
}
