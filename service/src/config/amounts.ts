import currencyCodes from 'currency-codes';

/** Reads amounts such as `XOF:100000,USD:20000`. */
export function readAmounts(text: string): ReadonlyMap<string, bigint> {
  const amounts = new Map<string, bigint>();
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue;
    const [, currency, amount] = /^([A-Z]{3}):(\d{1,12})$/.exec(part) ?? [];
    if (!currency || !currencyCodes.code(currency))
      throw new Error(`must contain amounts such as XOF:100000; "${part}" is not one`);
    if (amounts.has(currency)) throw new Error(`contains ${currency} more than once`);
    amounts.set(currency, BigInt(amount!));
  }
  return amounts;
}
