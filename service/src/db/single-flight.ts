/** What costs a walk over a table is done once for all who ask for it meanwhile. */
export function singleFlight<T>(look: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | null = null;
  return () => {
    underWay ??= look().finally(() => {
      underWay = null;
    });
    return underWay;
  };
}
