/**
 * An amount in major units with all decimals of its currency, made from the integer: 1050 of a currency with two
 * decimals is "10.50".
 * @param exponent the decimals of the currency (ISO 4217)
 */
export function decimalText(minor: bigint, exponent: number): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(exponent + 1, '0');
  const whole = digits.slice(0, digits.length - exponent);
  const text = exponent === 0 ? whole : `${whole}.${digits.slice(-exponent)}`;
  return minor < 0n ? `-${text}` : text;
}
