import { extractText, getDocumentProxy, getMeta } from 'unpdf';

/** The text of a PDF's sheets in one line. */
export async function readSheets(file: Buffer): Promise<{ text: string; pages: number; title: string; links: number }> {
  const document = await getDocumentProxy(new Uint8Array(file));
  const { text, totalPages } = await extractText(document, { mergePages: true });
  const { info } = await getMeta(document);
  const notes = await Promise.all(
    Array.from({ length: totalPages }, async (_, i) => (await document.getPage(i + 1)).getAnnotations()),
  );
  return { text: text.replace(/\s+/g, ' '), pages: totalPages, title: info.Title, links: notes.flat().length };
}
