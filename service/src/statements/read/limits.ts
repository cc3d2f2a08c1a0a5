/** A statement of a month of a large provider is some 200 MiB. Uploads have the same limit. */
export const MAX_FILE_BYTES = 512 * 1024 * 1024;

/** Longer lines are refused: a line of a real statement has less than 1 KiB. */
export const MAX_LINE_BYTES = 1024 * 1024;

/** Excel's own limit of a cell is 32 767 characters. */
export const MAX_CELL_CHARS = 32 * 1024;

export const MAX_COLUMNS = 500;

/** The header follows at most this many rows with the account, the period and the balances. */
export const MAX_PREAMBLE_ROWS = 50;

/** A reader stops after this many problems. The first ones show the cause. */
export const MAX_PROBLEMS = 100;

/** A workbook of Excel has some 20 entries. */
export const MAX_ZIP_ENTRIES = 1000;

/** Bounds the time that a zip bomb takes. A sheet of 1 048 576 rows, Excel's most, has less. */
export const MAX_INFLATED_BYTES = 2 * 1024 * 1024 * 1024;

/** Sheets of real statements inflate 5 to 40 times, bombs up to 1 030 times (the most that deflate allows). */
export const MAX_INFLATION = 200;

/** An entry below this size is never a bomb: small sheets of equal rows inflate more than large ones. */
export const INFLATION_CHECKED_FROM = 4 * 1024 * 1024;

/** 5 000 000 texts take 40 MB of offsets. The texts themselves are in a file. */
export const MAX_SHARED_STRINGS = 5_000_000;

/** The deepest element of camt.053 has 14 ancestors. */
export const MAX_XML_DEPTH = 64;

/** Details of one entry are kept until their sum is known. A batch of a bank has at most 100 000 orders. */
export const MAX_ENTRY_DETAILS = 100_000;

/** A date this much older than today is a date of another calendar: the Ethiopian one is 7 to 8 years behind. */
export const MAX_AGE_YEARS = 6;
