/** One message of a stream: an event, or an id alone, which is the stream's position. */
export type Message = { readonly id: string | null; readonly data: string | null; readonly type: string | null };

/** Parses a `text/event-stream`. It follows the HTML standard as far as the service uses it. */
export async function* readMessages(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  let id: string | null = null;
  let data: string[] = [];
  let type: string | null = null;
  let placed = false;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      onBytes();
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines.map((one) => one.replace(/\r$/, ''))) {
        const [, field, text = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
        if (field === 'id') {
          id = text;
          placed = true;
        } else if (field === 'data') data.push(text);
        else if (field === 'event') type = text;
        else if (line === '' && (placed || data.length > 0)) {
          yield { id, data: data.length > 0 ? data.join('\n') : null, type };
          data = [];
          type = null;
          placed = false;
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => null);
  }
}
