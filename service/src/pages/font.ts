import { fileURLToPath } from 'node:url';

/** The font of all PDFs, Noto Sans: Latin with every diacritic, Greek and Cyrillic. Its subset is embedded. */
export const FONT = fileURLToPath(new URL('font/NotoSans-Regular.ttf', import.meta.url));
