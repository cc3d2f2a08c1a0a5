import { send } from '../api/request.ts';
import { useWorld } from './world.tsx';

/** Downloads a list as CSV with the page's rights. A plain link could not name the integration. */
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
