/** A statement with a name is parsed and planned once for each connection. */
export type Statement = { readonly name: string; readonly text: string };
