import { send } from '../api/request.ts';
import { useWorld } from './world.tsx';

/** A list as a file, by the same rights as the page: a plain link could not say which integration it is about. */
export function useDownload() {
  const world = useWorld();
  return async (path: string, file: string, params: object, query: object = {}): Promise<void> => {
    const text = (await send('GET', path, { world, accept: 'text/csv', params, query })) as string;
    save(text, file);
  };
}

/** The byte order mark tells a spreadsheet that names with accents are UTF-8. */
export const save = (text: string, file: string): void =>
  saveFile(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }), file);

export function saveFile(blob: Blob, file: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: file });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
