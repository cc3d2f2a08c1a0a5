/** What one connection of a stream gives. */
export type Message = { readonly id: string | null; readonly data: string };

/** The messages of a `text/event-stream`, by the rules of the HTML standard as far as the service uses them. */
export async function* readMessages(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  let id: string | null = null;
  let data: string[] = [];
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      onBytes();
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines.map((one) => one.replace(/\r$/, ''))) {
        const [, field, text = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
        if (field === 'id') id = text;
        else if (field === 'data') data.push(text);
        else if (line === '' && data.length > 0) {
          yield { id, data: data.join('\n') };
          data = [];
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => null);
  }
}
