import { send } from '../api/request.ts';
import { useWorld } from './world.tsx';

/** A list as CSV, by the same rights as the page: a plain link could not say which integration it is about. */
export function useCsv() {
  const world = useWorld();
  return (path: string, params: object, query: object = {}) =>
    send('GET', path, { world, accept: 'text/csv', params, query }) as Promise<string>;
}

export function saveFile(blob: Blob, file: string): void {
  const url = URL.createObjectURL(blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: file });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
