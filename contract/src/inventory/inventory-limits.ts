/** Limits of the operations on own inventory. The dashboard divides its requests by them. */

export const MAX_CALENDAR_NIGHTS = 92;
/** Maximum number of rates in one response: nights × room types × rate plans. */
export const MAX_CALENDAR_CELLS = 20_000;
/** A month of 120 rows in which every night has another value. */
export const MAX_UPDATED_CELLS = 4_000;
/** Cells with `expected` must lie within this many nights, because every night in between is read. */
export const MAX_EXPECTED_NIGHTS = 366;
