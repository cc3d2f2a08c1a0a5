/** Without data, only the position from which to resume. */
export type StreamEvent = { readonly id: string; readonly data: string | undefined };

/**
 * The service sends something every ten seconds. A phone's network can drop a connection without telling either end, so
 * a longer silence ends the stream.
 */
const SILENT_MS = 45_000;

/**
 * Reads server-sent events from a body. EventSource cannot be used: it cannot send the headers that name the
 * integration.
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const silence = setTimeout(() => reader.cancel().catch(() => undefined), SILENT_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) {
        const { id, data } = fieldsOf(block);
        if (id) yield { id, data };
      }
    }
  } finally {
    reader.releaseLock();
  }
}

function fieldsOf(block: string): Partial<StreamEvent> {
  const pairs = block.split('\n').map((line) => line.split(/: ?(.*)/s).slice(0, 2));
  return Object.fromEntries(pairs);
}
