/** X-Target-Environment by country. One environment has one country and one currency. */
const environments: Readonly<Record<string, string>> = {
  BJ: 'mtnbenin',
  CG: 'mtncongo',
  CI: 'mtnivorycoast',
  CM: 'mtncameroon',
  GH: 'mtnghana',
  GN: 'mtnguineaconakry',
  LR: 'mtnliberia',
  NG: 'mtnnigeria',
  RW: 'mtnrwanda',
  SS: 'mtnsouthsudan',
  SZ: 'mtnswaziland',
  UG: 'mtnuganda',
  ZA: 'mtnsouthafrica',
  ZM: 'mtnzambia',
};

/** The sandbox takes EUR alone and provisions API users itself. */
export const SANDBOX = 'sandbox';

/** @param country ISO 3166, or `sandbox` */
export function environmentOf(country: string): string {
  if (country === SANDBOX) return SANDBOX;
  const environment = environments[country];
  if (!environment) throw new Error(`MTN MoMo has no target environment for ${country}`);
  return environment;
}
