/** @returns the digits that the provider takes, `2547…` or `2541…`; null if the number is no Kenyan mobile number */
export const toDarajaPhone = (e164: string): string | null => (/^\+254[17]\d{8}$/.test(e164) ? e164.slice(1) : null);
