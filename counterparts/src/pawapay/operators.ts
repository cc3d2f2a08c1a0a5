/** A mobile-money operator as pawaPay lists it. */
export type Operator = {
  readonly code: string;
  readonly displayName: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly currencies: readonly string[];
  /** Decimals in amounts of deposits, and of payouts and refunds. */
  readonly decimals: readonly [deposits: 0 | 2, payouts: 0 | 2];
  readonly authType: 'PROVIDER_AUTH' | 'PREAUTH' | 'REDIRECT_AUTH';
  /** Beginnings of its numbers, with the country code. */
  readonly prefixes: readonly string[];
  /** The documented number that completes in pawaPay's sandbox. Its last three digits choose the outcome. */
  readonly sample: string | null;
};

/** Calling code and three letters of each country. */
export const countries: Readonly<Record<string, { readonly alpha3: string; readonly prefix: string; name: string }>> = {
  BJ: { alpha3: 'BEN', prefix: '229', name: 'Benin' },
  BF: { alpha3: 'BFA', prefix: '226', name: 'Burkina Faso' },
  CM: { alpha3: 'CMR', prefix: '237', name: 'Cameroon' },
  CD: { alpha3: 'COD', prefix: '243', name: 'DR Congo' },
  CG: { alpha3: 'COG', prefix: '242', name: 'Congo' },
  CI: { alpha3: 'CIV', prefix: '225', name: 'Ivory Coast' },
  GA: { alpha3: 'GAB', prefix: '241', name: 'Gabon' },
  GH: { alpha3: 'GHA', prefix: '233', name: 'Ghana' },
  KE: { alpha3: 'KEN', prefix: '254', name: 'Kenya' },
  MW: { alpha3: 'MWI', prefix: '265', name: 'Malawi' },
  MZ: { alpha3: 'MOZ', prefix: '258', name: 'Mozambique' },
  RW: { alpha3: 'RWA', prefix: '250', name: 'Rwanda' },
  SL: { alpha3: 'SLE', prefix: '232', name: 'Sierra Leone' },
  SN: { alpha3: 'SEN', prefix: '221', name: 'Senegal' },
  TZ: { alpha3: 'TZA', prefix: '255', name: 'Tanzania' },
  UG: { alpha3: 'UGA', prefix: '256', name: 'Uganda' },
  ZM: { alpha3: 'ZMB', prefix: '260', name: 'Zambia' },
};

type Row = readonly [
  code: string,
  displayName: string,
  country: string,
  currencies: string,
  decimals: '00' | '02' | '22',
  prefixes: string,
  sample?: string,
  authType?: Operator['authType'],
];

/** https://docs.pawapay.io/v2/docs/providers, and the samples of https://docs.pawapay.io/testing_the_api. */
const rows: readonly Row[] = [
  ['MTN_MOMO_BEN', 'MTN', 'BJ', 'XOF', '00', '22951 22961 22966 22967 22901', '22951345789'],
  ['MOOV_BEN', 'Moov', 'BJ', 'XOF', '00', '22995 22994 22960', '22995345789'],
  ['MOOV_BFA', 'Moov', 'BF', 'XOF', '00', '22602 22670 22660', '22602345678'],
  ['ORANGE_BFA', 'Orange', 'BF', 'XOF', '00', '22607 22673 22676', '22607345678', 'PREAUTH'],
  ['MTN_MOMO_CMR', 'MTN', 'CM', 'XAF', '00', '23765 23767', '237653456789'],
  ['ORANGE_CMR', 'Orange', 'CM', 'XAF', '00', '23769 237655', '237693456789'],
  ['VODACOM_MPESA_COD', 'Vodacom', 'CD', 'CDF USD', '00', '24381 24382 24383', '243813456789'],
  ['AIRTEL_COD', 'Airtel', 'CD', 'CDF USD', '22', '24397 24399', '243973456789'],
  ['ORANGE_COD', 'Orange', 'CD', 'CDF USD', '22', '24389 24384 24385', '243893456789'],
  ['AIRTEL_COG', 'Airtel', 'CG', 'XAF', '00', '24205 24204', '242053456789'],
  ['MTN_MOMO_COG', 'MTN', 'CG', 'XAF', '00', '24206', '242063456789'],
  ['MTN_MOMO_CIV', 'MTN', 'CI', 'XOF', '00', '22505', '2250503456789'],
  ['ORANGE_CIV', 'Orange', 'CI', 'XOF', '00', '22507', '2250734567890'],
  ['WAVE_CIV', 'Wave', 'CI', 'XOF', '00', '', undefined, 'REDIRECT_AUTH'],
  ['AIRTEL_GAB', 'Airtel', 'GA', 'XAF', '22', '24174 24177', '24174345678'],
  ['MTN_MOMO_GHA', 'MTN', 'GH', 'GHS', '22', '23359 23324 23354 23355', '233593456789'],
  ['AIRTELTIGO_GHA', 'AT', 'GH', 'GHS', '22', '23327 23357 23326', '233273456789'],
  ['VODAFONE_GHA', 'Telecel', 'GH', 'GHS', '22', '23350 23320', '233503456789'],
  ['MPESA_KEN', 'M-Pesa', 'KE', 'KES', '02', '2547 2541', '254703456789'],
  ['AIRTEL_MWI', 'Airtel', 'MW', 'MWK', '22', '26599', '265993456789'],
  ['TNM_MWI', 'TNM', 'MW', 'MWK', '22', '26588', '265883456789'],
  ['MOVITEL_MOZ', 'Movitel', 'MZ', 'MZN', '02', '25886 25887 25810', '258100000000'],
  ['VODACOM_MOZ', 'Vodacom', 'MZ', 'MZN', '22', '25884 25885'],
  ['MTN_MOMO_RWA', 'MTN', 'RW', 'RWF', '00', '25078 25079', '250783456789'],
  ['AIRTEL_RWA', 'Airtel', 'RW', 'RWF', '00', '25073 25072', '250733456789'],
  ['ORANGE_SLE', 'Orange', 'SL', 'SLE', '22', '23276 23278 23279', '23276123456'],
  ['ORANGE_SEN', 'Orange', 'SN', 'XOF', '00', '22177 22178', '221773456789'],
  ['FREE_SEN', 'Yas', 'SN', 'XOF', '00', '22176', '221763456789'],
  ['WAVE_SEN', 'Wave', 'SN', 'XOF', '00', '', undefined, 'REDIRECT_AUTH'],
  ['AIRTEL_TZA', 'Airtel', 'TZ', 'TZS', '22', '25568 25569 25578', '255683456789'],
  ['VODACOM_TZA', 'Vodacom', 'TZ', 'TZS', '00', '25575 25576 25574', '255763456789'],
  ['TIGO_TZA', 'Tigo', 'TZ', 'TZS', '00', '25571 25565 25567', '255713456789'],
  ['HALOTEL_TZA', 'Halotel', 'TZ', 'TZS', '00', '25562', '255623456789'],
  ['MTN_MOMO_UGA', 'MTN', 'UG', 'UGX', '22', '25677 25678 25676 25639', '256783456789'],
  ['AIRTEL_OAPI_UGA', 'Airtel', 'UG', 'UGX', '00', '25675 25670 25674', '256753456789'],
  ['MTN_MOMO_ZMB', 'MTN', 'ZM', 'ZMW', '22', '26076 26096', '260763456789'],
  ['AIRTEL_OAPI_ZMB', 'Airtel', 'ZM', 'ZMW', '22', '26097 26077', '260973456789'],
  ['ZAMTEL_ZMB', 'Zamtel', 'ZM', 'ZMW', '22', '26095 26075', '260953456700'],
];

const decimalsOf = { '00': [0, 0], '02': [0, 2], '22': [2, 2] } as const;

/** @param country ISO 3166-1 alpha-2 */
export function operatorsOf(country: string): Operator[] {
  return rows
    .filter((row) => row[2] === country)
    .map(([code, displayName, , currencies, decimals, prefixes, sample, authType]) => ({
      code,
      displayName,
      country,
      currencies: currencies.split(' '),
      decimals: decimalsOf[decimals],
      authType: authType ?? 'PROVIDER_AUTH',
      prefixes: prefixes.split(' ').filter((prefix) => prefix !== ''),
      sample: sample ?? null,
    }));
}

/**
 * The operator of a number by its beginning, as pawaPay predicts it: it does not follow every ported number. A number
 * that fits none belongs to the country's first operator.
 */
export function predictOperator(operators: readonly Operator[], digits: string): Operator {
  const fits = operators.find(({ prefixes }) => prefixes.some((prefix) => digits.startsWith(prefix)));
  return fits ?? operators[0]!;
}
