/** ISO 3166-1: pawaPay names countries by three letters, rails by two. Its countries, and those in its price lists. */
const byAlpha2: Readonly<Record<string, string>> = {
  BJ: 'BEN',
  BF: 'BFA',
  CM: 'CMR',
  CD: 'COD',
  CG: 'COG',
  CI: 'CIV',
  ET: 'ETH',
  GA: 'GAB',
  GH: 'GHA',
  KE: 'KEN',
  LS: 'LSO',
  MW: 'MWI',
  MZ: 'MOZ',
  NG: 'NGA',
  RW: 'RWA',
  SL: 'SLE',
  SN: 'SEN',
  TZ: 'TZA',
  UG: 'UGA',
  ZM: 'ZMB',
};

/** `ZM` → `ZMB`; null for a country that pawaPay does not serve. */
export const pawapayCountry = (alpha2: string): string | null =>
  Object.hasOwn(byAlpha2, alpha2) ? byAlpha2[alpha2]! : null;
