import type { Event } from '../../../contract/src/events.ts';

export type Listener = {
  readonly status: number;
  /** The events so far, in the order of arrival. */
  readonly events: Event[];
  lastEventId: string | undefined;
  /** The ids of resent events, where the client asked for them. */
  readonly resent: string[];
  /** Resolves when the service ends the stream. */
  readonly ended: Promise<void>;
  close(): void;
};

/** A client of `GET /events/stream`. It does what a browser's EventSource does, with its own headers. */
export async function listen(
  base: string,
  headers: Record<string, string>,
  lastEventId?: string,
  query = '',
): Promise<Listener & { body: string }> {
  const abort = new AbortController();
  const response = await fetch(`${base}/api/v1/events/stream${query}`, {
    headers: { ...headers, ...(lastEventId ? { 'last-event-id': lastEventId } : {}) },
    signal: abort.signal,
  });
  if (response.status !== 200) {
    const body = await response.text();
    return {
      status: response.status,
      body,
      events: [],
      resent: [],
      lastEventId,
      ended: Promise.resolve(),
      close: () => {},
    };
  }
  const listener: Listener & { body: string } = {
    status: response.status,
    body: '',
    events: [],
    resent: [],
    lastEventId,
    ended: read(),
    close: () => abort.abort(),
  };
  return listener;

  async function read(): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body!) {
        text += decoder.decode(chunk, { stream: true });
        for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
          take(text.slice(0, end));
          text = text.slice(end + 2);
        }
      }
    } catch {
      // Closed by `close`, or together with the service.
    }
  }

  function take(message: string): void {
    const resent = /^event: resent\ndata: (.*)$/.exec(message);
    if (resent) return void listener.resent.push(JSON.parse(resent[1]!).id);
    for (const line of message.split('\n')) {
      if (line.startsWith('id: ')) listener.lastEventId = line.slice(4);
      if (line.startsWith('data: ')) listener.events.push(JSON.parse(line.slice(6)));
    }
  }
}
