/** Shares one expensive read, such as a table scan, among all callers that ask while it runs. */
export function singleFlight<T>(read: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () => {
    underWay ??= read().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
