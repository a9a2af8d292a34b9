/**
 * How column values look in rows, beyond the driver's own: `bigint` is a number, `timestamptz` a Date (whole
 * milliseconds; compare exact times in SQL), `date` a string like 2026-01-31, `numeric` a string, JSON a parsed value.
 */

const INT8 = 20;
const DATE = 1082;

export const COLUMN_TYPES = {
  bigint: { to: INT8, from: [INT8], serialize: String, parse: parseInteger },
  date: { to: DATE, from: [DATE], serialize: checkDate, parse: (text: string) => text },
};

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint out of the safe range: ${text}`);
  return value;
}

/** A Date would be cut to a day by the machine's time zone. */
function checkDate(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError('A date column takes a string like 2026-01-31');
}
