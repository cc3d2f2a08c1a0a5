/** The currencies of ISO 4217 whose minor unit is not a hundredth. */
const decimals: Readonly<Record<string, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XAG XAU XBA XBB XBC XBD XDR XOF XPD XPF XPT XSU XTS XUA XXX',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const known = new Map(
  Object.entries(decimals).flatMap(([count, codes]) => codes.split(' ').map((code) => [code, Number(count)])),
);

/**
 * Decimals of the service's minor unit. Intl has CLDR's decimals instead, which follow how people write amounts: none
 * in Colombia, Iraq or Madagascar.
 */
export const decimalsOf = (currency: string): number => known.get(currency) ?? 2;
