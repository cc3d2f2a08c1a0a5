/** Kenya has had UTC+3 without daylight saving since 1960, so no time zone database is needed. */
const OFFSET_MS = 3 * 3_600_000;

const inNairobi = (at: Date) => new Date(at.getTime() + OFFSET_MS).toISOString();

/** `YYYYMMDDHHmmss` in Nairobi, as STK push wants its Timestamp. */
export const nairobiStamp = (at: Date): string => inNairobi(at).replace(/\D/g, '').slice(0, 14);

/** `YYYY-MM-DD HH:mm:ss` in Nairobi, as the transaction pull wants its period. */
export const nairobiDateTime = (at: Date): string => inNairobi(at).slice(0, 19).replace('T', ' ');

/** In order: `20191219102115`, `19.12.2019 11:45:50`, `2020-08-05 10:13:00`, each without a zone. */
const STAMP = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4}) (\d{1,2}):(\d{2}):(\d{2})$/;
const DASHED = /^(\d{4})-(\d{2})-(\d{2})[ T](\d{1,2}):(\d{2})(?::(\d{2}))?$/;

/**
 * Reads a time of the provider, as text or number. A time without a zone is Nairobi time.
 * @returns null if it is no time
 */
export function readNairobiTime(value: unknown): Date | null {
  const text = String(value ?? '').trim();
  const dotted = DOTTED.exec(text);
  const [, year, month, day, hour, minute, second = '00'] =
    STAMP.exec(text) ??
    DASHED.exec(text) ??
    (dotted ? ['', dotted[3]!, dotted[2]!, dotted[1]!, dotted[4]!, dotted[5]!, dotted[6]!] : []);
  const two = (part: string | undefined) => part?.padStart(2, '0');
  const iso = year ? `${year}-${two(month)}-${two(day)}T${two(hour)}:${minute}:${second}+03:00` : text;
  const ms = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(iso) ? Date.parse(iso) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms);
}
