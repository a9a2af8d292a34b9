interface ZonedTimeProps {
  at: string;
  /** IANA name of the time zone of the hotel. Null if it is unknown. */
  zone: string | null;
}

/** A deadline in the time zone of the hotel and, if it reads differently there, in that of the user. */
export function ZonedTime({ at, zone }: ZonedTimeProps) {
  const { hotel, own } = zonedTexts(at, zone, userZone());
  return (
    <time className="zoned-time" dateTime={at} title={at}>
      {hotel !== undefined && (
        <span>
          {hotel} <small>hotel time</small>
        </span>
      )}
      {own !== undefined && (
        <span>
          {own} <small>your time</small>
        </span>
      )}
    </time>
  );
}

function userZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

interface ZonedTexts {
  /** Undefined if the time zone of the hotel is unknown. */
  hotel: string | undefined;
  /** Undefined if both zones show the same. */
  own: string | undefined;
}

export function zonedTexts(at: string, zone: string | null, own: string): ZonedTexts {
  const ownText = formatInZone(at, own);
  if (zone === null) return { hotel: undefined, own: ownText };
  const hotelText = formatInZone(at, zone);
  return { hotel: hotelText, own: hotelText === ownText ? undefined : ownText };
}

/**
 * A deadline within a sentence, for example `15 Jan 2027, 18:00 hotel time (17:00 your time)`. The date is repeated only
 * if it is another one for the user.
 */
export function deadlineText(at: string, zone: string | null, own = userZone()): string {
  const mine = dateAndTime(at, own);
  if (zone === null) return `${mine.date}, ${mine.time} your time`;
  const hotel = dateAndTime(at, zone);
  const text = `${hotel.date}, ${hotel.time} hotel time`;
  if (hotel.date !== mine.date) return `${text} (${mine.date}, ${mine.time} your time)`;
  return hotel.time === mine.time ? text : `${text} (${mine.time} your time)`;
}

function dateAndTime(at: string, timeZone: string): { date: string; time: string } {
  const [day, clock] = [{ dateStyle: 'medium' }, { timeStyle: 'short' }] as const;
  const format = (style: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { ...style, timeZone }).format(new Date(at));
  return { date: format(day), time: format(clock) };
}

/** For example `15 Jan 2027, 18:00 CET`. */
function formatInZone(at: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  return parts.format(new Date(at));
}
