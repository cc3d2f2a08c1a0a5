/** A rule that always holds, as a statement that returns the rows that break it. */
export type Invariant = { readonly name: string; readonly meaning: string; readonly sql: string };
