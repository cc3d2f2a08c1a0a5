/** Errors of sessions that are kept in a browser's cookies. `errors.ts` puts them with the others. */
export const sessionErrors = {
  forbidden_origin: {
    status: 403,
    type: 'permission',
    title: 'The request comes from another site',
    advice:
      "A session in a cookie is used from the service's own pages alone: `Origin` must be the address that the operator has set (`PUBLIC_URL`), and `Sec-Fetch-Site` `same-origin`. From elsewhere send `Authorization: Bearer`.",
  },
} as const;
