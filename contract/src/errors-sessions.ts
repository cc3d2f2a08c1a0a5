/** Errors of sessions that are kept in a browser's cookies. `errors.ts` puts them with the others. */
export const sessionErrors = {
  session_of_another: {
    status: 401,
    type: 'authentication',
    title: 'The session in the cookie is somebody else’s',
    advice:
      'All tabs of a browser send the same cookies, and another person has signed in in one of them since this page was loaded. `Service-Person` says whom the page is of: nothing was done. Load the page anew, or sign in again.',
  },
  forbidden_origin: {
    status: 403,
    type: 'permission',
    title: 'The request comes from another site',
    advice:
      "A session in a cookie is used from the service's own pages alone: `Origin` must be the address that the operator has set (`PUBLIC_URL`), and `Sec-Fetch-Site` `same-origin`. From elsewhere send `Authorization: Bearer`.",
  },
} as const;
