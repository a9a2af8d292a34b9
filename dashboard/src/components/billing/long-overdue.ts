/** Which partners are overdue for so long that the overview and the navigation report it. Pure. */
import type { Overdue } from './failed-mails.ts';

/** A payment that is a few days late is no problem yet. */
export const LATE_DAYS = 30;

const DAY_MS = 86_400_000;

/** The partners that are late for more than 30 days, in the order of the list. */
export function longOverdue(balances: Overdue['balances'], today: string) {
  return balances.flatMap(({ name, overdue }) => {
    if (overdue === null) return [];
    const days = Math.round((Date.parse(today) - Date.parse(overdue.since)) / DAY_MS);
    return days > LATE_DAYS ? [{ name, days, ...overdue }] : [];
  });
}
