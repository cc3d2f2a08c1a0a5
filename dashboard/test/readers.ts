let turns = 0;

/**
 * The readers for whom a story runs: languages and widths. `npm test` takes one for each story, in turn, because each
 * takes up to 15 s of a core. With READERS=all, as in the long suite, every story runs for all of them.
 */
export function inTurn<Reader>(readers: readonly Reader[]): readonly Reader[] {
  return process.env.READERS === 'all' ? readers : [readers[turns++ % readers.length]!];
}
