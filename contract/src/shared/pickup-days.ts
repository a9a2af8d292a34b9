/** Number of days that pickup covers, unless a request gives another number. The dashboard needs it without the schemas. */
export const PICKUP_DAYS = 7;
