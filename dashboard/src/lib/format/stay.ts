/** Calendar dates at a property. They are never converted to another time zone. Pure. */
interface Stay {
  checkIn: string;
  checkOut: string;
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const DAY_AND_MONTH = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

export function formatDay(date: string): string {
  return DAY.format(new Date(`${date}T00:00:00Z`));
}

/** For example `16–19 Jan` or `30 Jan – 2 Feb`, without the year. */
export function formatStay({ checkIn, checkOut }: Stay): string {
  const [from, to] = [checkIn, checkOut].map(day => DAY_AND_MONTH.format(new Date(`${day}T00:00:00Z`)));
  const isSameMonth = checkIn.slice(0, 7) === checkOut.slice(0, 7);
  return isSameMonth ? `${from?.split(' ')[0]}–${to}` : `${from} – ${to}`;
}

/** For example `16–19 Jan 2027` or `30 Dec 2026 – 2 Jan 2027`. */
export function formatStayWithYear({ checkIn, checkOut }: Stay): string {
  const year = checkOut.slice(0, 4);
  return checkIn.startsWith(year)
    ? `${formatStay({ checkIn, checkOut })} ${year}`
    : `${formatDay(checkIn)} – ${formatDay(checkOut)}`;
}
