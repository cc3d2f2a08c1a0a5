/** Parts of `pg` that its types leave out. */
declare module 'pg/lib/utils.js' {
  /** A parameter as it is sent: text, bytes or null. */
  const utils: { prepareValue(value: unknown): string | Buffer | null };
  export default utils;
}
