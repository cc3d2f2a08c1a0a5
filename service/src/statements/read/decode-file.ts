import { setImmediate as turn } from 'node:timers/promises';
import type { FileEncoding } from './layout.ts';
import { MAX_LINE_BYTES } from './limits.ts';
import { Unreadable } from './unreadable.ts';

/** The rows of a portion take some 8 ms. Larger chunks are cut, so that other work gets its turn. */
const PORTION = 64 * 1024;
/** No statement has these. NUL shows a file in UTF-16. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u0080-\u009f\ufffd]/;
/** UTF-8 read as windows-1252: é becomes Ã©. No language writes these pairs. */
const MISREAD = /Ã[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—™š›œ]|Â[\u00a0-\u00bf]|ï»¿/;

/**
 * Decodes a file portion by portion. Memory stays flat whatever the file.
 * @param maxLine XML files may be one line
 * @throws Unreadable for bytes of another encoding, control characters, and lines above `maxLine`
 */
export async function* decodeFile(
  bytes: AsyncIterable<Uint8Array>,
  encoding: FileEncoding,
  maxLine: number = MAX_LINE_BYTES,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const guard = guardText(encoding, maxLine);
  for await (const chunk of bytes) {
    for (let at = 0; at < chunk.length; at += PORTION) {
      if (at > 0) await turn();
      const text = decode(() => decoder.decode(chunk.subarray(at, at + PORTION), { stream: true }), encoding, guard);
      if (text !== '') yield text;
    }
  }
  const rest = decode(() => decoder.decode(), encoding, guard);
  if (rest !== '') yield rest;
}

type Guard = { readonly check: (text: string) => void; readonly line: () => number };

function decode(run: () => string, encoding: FileEncoding, guard: Guard): string {
  let text: string;
  try {
    text = run();
  } catch {
    throw new Unreadable(
      `the file is not valid ${encoding} at or after line ${guard.line()}. ` +
        'Save it in that encoding, or set the encoding of the layout',
      guard.line(),
    );
  }
  guard.check(text);
  return text;
}

/** Counts lines and refuses what no text file has. */
function guardText(encoding: FileEncoding, maxLine: number): Guard {
  let line = 1;
  let length = 0;
  const check = (text: string) => {
    const control = CONTROL.exec(text);
    if (control) {
      const code = control[0].codePointAt(0)!.toString(16).padStart(4, '0');
      throw new Unreadable(
        `the file has the control character U+${code.toUpperCase()}, so it is not a text file in ${encoding}. ` +
          'Export it again, or set the encoding of the layout',
        line + text.slice(0, control.index).split('\n').length - 1,
      );
    }
    if (encoding !== 'utf-8' && MISREAD.test(text))
      throw new Unreadable(
        `the file is UTF-8, but the layout reads it as ${encoding}. Set its encoding to utf-8`,
        line,
      );
    // Old Macintosh files end their lines with CR alone.
    const first = text.search(/[\r\n]/);
    length += first < 0 ? text.length : first;
    if (length > maxLine)
      throw new Unreadable(`line ${line} is longer than ${maxLine} characters. Export the file again`, line);
    if (first < 0) return;
    length = text.length - 1 - Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
    const ends = text.split('\n').length - 1;
    line += ends > 0 ? ends : text.split('\r').length - 1;
  };
  return { check, line: () => line };
}
