/** Of ISO 4217, those whose minor unit is no hundredth. */
const decimals: Readonly<Record<string, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XAG XAU XBA XBB XBC XBD XDR XOF XPD XPF XPT XSU XTS XUA XXX',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
const known = new Map(
  Object.entries(decimals).flatMap(([count, codes]) => codes.split(' ').map((code) => [code, Number(count)])),
);

/**
 * Decimals of the unit that the service counts in. Not those of Intl, which has CLDR's: what people write, and that is none in
 * Colombia, Iraq or Madagascar.
 */
export const decimalsOf = (currency: string): number => known.get(currency) ?? 2;
