/** What must always hold, as a statement whose rows are those that break it. */
export type Invariant = { readonly name: string; readonly meaning: string; readonly sql: string };
