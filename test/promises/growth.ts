export type Sample = { readonly minutes: number; readonly value: number };

/** The minimum of each minute: with a collection several times a minute, this is the memory that is really held. */
export function floors(samples: readonly Sample[]): Sample[] {
  const byMinute = Map.groupBy(samples, ({ minutes }) => Math.floor(minutes));
  return [...byMinute].map(([minutes, those]) => ({ minutes, value: Math.min(...those.map(({ value }) => value)) }));
}

/** The median of the slopes between every two samples (Theil-Sen), per minute: a few outliers do not change it. */
export function slope(samples: readonly Sample[]): number {
  const slopes = samples.flatMap((a, i) =>
    samples.slice(i + 1).map((b) => (b.value - a.value) / (b.minutes - a.minutes)),
  );
  return median(slopes);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
