/** spec.md, "Limits". */
export const ACCESS_SECONDS = 900;
export const REFRESH_SECONDS = 30 * 24 * 3600;
