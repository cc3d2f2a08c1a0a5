/** Maps `./fr/payments.json` to `payments`. */
export const gather = (files: Record<string, object>): Record<string, object> =>
  Object.fromEntries(Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]));
