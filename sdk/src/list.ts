import type { Answered, RequestOptions } from './answer.ts';
import type { Operation } from './operation.ts';

export type Page<T> = Answered<{ object: 'list'; data: T[]; has_more: boolean; url: string }>;

type Cursor = { starting_after?: string; ending_before?: string };
type Fetch<T> = (operation: Operation, options?: RequestOptions) => Promise<Page<T>>;

/**
 * A list, which sends no request until you use it. `await` returns one page; `for await` iterates over every record of
 * all pages.
 */
export class List<T> implements PromiseLike<Page<T>>, AsyncIterable<T> {
  readonly #fetch: Fetch<T>;
  readonly #operation: Operation;
  readonly #options: RequestOptions | undefined;

  constructor(fetch: Fetch<T>, operation: Operation, options?: RequestOptions) {
    this.#fetch = fetch;
    this.#operation = operation;
    this.#options = options;
  }

  // biome-ignore lint/suspicious/noThenProperty: `await` on a list returns a page, by design
  then<A = Page<T>, B = never>(
    fulfilled?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#fetch(this.#operation, this.#options).then(fulfilled, rejected);
  }

  /** The same as a promise's, for `list(…).catch(…)`. */
  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Page<T> | B> {
    return this.then(null, rejected);
  }

  finally(done?: (() => void) | null): Promise<Page<T>> {
    return this.then().finally(done);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** One page at a time. With `ending_before` the pages go backwards, but each page keeps the list's order. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    const first = (this.#operation.query ?? {}) as Cursor;
    let query = first;
    for (;;) {
      const page = await this.#fetch({ ...this.#operation, query }, this.#options);
      yield page;
      const edge = (first.ending_before ? page.data[0] : page.data.at(-1)) as { id?: string } | undefined;
      if (!page.has_more || !edge?.id) return;
      query = first.ending_before ? { ...first, ending_before: edge.id } : { ...first, starting_after: edge.id };
    }
  }

  /** All records, or the first `max`. */
  async toArray({ max = Number.POSITIVE_INFINITY }: { max?: number } = {}): Promise<T[]> {
    const all: T[] = [];
    if (max <= 0) return all;
    for await (const record of this) if (all.push(record) >= max) break;
    return all;
  }
}
