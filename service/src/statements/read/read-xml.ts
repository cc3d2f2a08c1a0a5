import sax, { type SAXOptions } from 'sax';
import { decodeFile } from './decode-file.ts';
import type { FileEncoding } from './layout.ts';
import { MAX_CELL_CHARS, MAX_XML_DEPTH } from './limits.ts';
import { shownText } from './shown-text.ts';
import { Unreadable } from './unreadable.ts';

/** Names are without their namespace prefix. `write` reads a part of a file, `close` its end. */
export type XmlEvents = {
  open(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  /** The text of an element comes in pieces. */
  text(text: string): void;
  close(name: string, line: number): void;
};

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** A strict parser without DOCTYPE and entities other than the five of XML, with bounded depth and text. */
export function openXml(events: XmlEvents): { write(text: string): void; close(): void } {
  const parser = sax.parser(true, { strictEntities: true, position: true } as SAXOptions);
  const refuse = (problem: string): never => {
    throw new Unreadable(problem, parser.line + 1);
  };
  let depth = 0;
  let roots = 0;
  let length = 0;
  const text = (piece: string) => {
    length += piece.length;
    if (length > MAX_CELL_CHARS) refuse(`an element has more than ${MAX_CELL_CHARS} characters of text`);
    events.text(piece);
  };
  parser.onerror = (error) => refuse(`the XML is broken: ${error.message.split('\n')[0]}. Get the file again`);
  parser.ondoctype = () => refuse('the file has a DOCTYPE, which no statement has. It is refused for safety');
  parser.onsgmldeclaration = () => refuse('the file has a declaration that no statement has. It is refused for safety');
  parser.ontext = text;
  parser.oncdata = text;
  parser.onopentag = ({ name, attributes }) => {
    if (depth === 0 && ++roots > 1) refuse('the file has a second root element. Send one document per file');
    if (++depth > MAX_XML_DEPTH) refuse(`the XML is nested more than ${MAX_XML_DEPTH} levels deep`);
    length = 0;
    events.open(localName(name), attributes as Record<string, string>, parser.line + 1);
  };
  parser.onclosetag = (name) => {
    depth--;
    length = 0;
    events.close(localName(name), parser.line + 1);
  };
  return {
    write: (piece) => {
      parser.write(piece);
    },
    close: () => {
      if (depth > 0) refuse('the file is cut off: the XML ends in the middle. Get the complete file');
      parser.close();
    },
  };
}

const encodings: Readonly<Record<string, FileEncoding>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
};

/** Decodes an XML file by its declaration. UTF-8 is the encoding of a file without one. */
export async function* decodeXml(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const source = bytes[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array();
  let done = false;
  while (head.length < 256 && !done) {
    const next = await source.next();
    done = next.done === true;
    if (!next.done) head = Buffer.concat([head, next.value]);
  }
  const declared = /^(?:ï»¿)?\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.-]+)["']/.exec(
    Buffer.from(head.subarray(0, 256)).toString('latin1'),
  )?.[1];
  const encoding = encodings[(declared ?? 'utf-8').toLowerCase()];
  if (!encoding) throw new Unreadable(`the XML is in ${shownText(declared!)}. Save it in UTF-8`, 1);
  async function* rest() {
    yield head;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  }
  yield* decodeFile(rest(), encoding, Infinity);
}
