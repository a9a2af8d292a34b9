import { userZone } from '../../lib/format/zoned-day.ts';

interface ZonedTimeProps {
  at: string;
  /** IANA name of the time zone of the hotel. Null if it is unknown. */
  zone: string | null;
  /** Puts the time of the user first, for example for a time in the past. */
  ownFirst?: boolean;
}

/** A time within a sentence, at the hotel and, if it reads differently there, for the user. */
export function ZonedTime({ at, zone, ownFirst = false }: ZonedTimeProps) {
  return (
    <time dateTime={at} title={at}>
      {ownFirst ? pastText(at, zone) : deadlineText(at, zone)}
    </time>
  );
}

interface ZonedText {
  /** For example `15 Jan 2027, 18:00`. */
  full: string;
  /** Without the date, if both time zones have the same one. */
  short: string;
  /** For example `CET`. */
  zone: string;
}

interface ZonedTexts {
  /** Undefined if the time zone of the hotel is unknown. */
  hotel: ZonedText | undefined;
  own: ZonedText;
  /** Whether clocks at the hotel show something else than those of the user. */
  differ: boolean;
}

export function zonedTexts(at: string, zone: string | null, own: string): ZonedTexts {
  const ownParts = partsIn(at, own);
  const hotelParts = zone === null ? undefined : partsIn(at, zone);
  const sameDate = ownParts.date === hotelParts?.date;
  const text = ({ date, time, zone }: Parts): ZonedText => {
    const full = `${date}, ${time}`;
    return { full, short: sameDate ? time : full, zone };
  };
  return {
    hotel: hotelParts && text(hotelParts),
    own: text(ownParts),
    differ: hotelParts !== undefined && (!sameDate || ownParts.time !== hotelParts.time),
  };
}

/**
 * A deadline within a sentence, for example `15 Jan 2027, 18:00 hotel time (17:00 your time)`. The date is repeated only
 * if it is another one for the user.
 */
export function deadlineText(at: string, zone: string | null, own = userZone()): string {
  const { hotel, own: mine, differ } = zonedTexts(at, zone, own);
  if (hotel === undefined) return `${mine.full} your time`;
  return differ ? `${hotel.full} hotel time (${mine.short} your time)` : `${hotel.full} hotel time`;
}

/** A time in the past within a sentence, for example `17 Nov 2026, 18:39 (19:39 at the hotel)`. */
export function pastText(at: string, zone: string | null, own = userZone()): string {
  const { hotel, own: mine, differ } = zonedTexts(at, zone, own);
  return differ ? `${mine.full} (${hotel?.short} at the hotel)` : mine.full;
}

interface Parts {
  date: string;
  time: string;
  zone: string;
}

function partsIn(at: string, timeZone: string): Parts {
  const format = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  });
  const parts = new Map(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));
  const [day, month, year] = [parts.get('day'), parts.get('month'), parts.get('year')];
  return {
    date: `${day} ${month} ${year}`,
    time: `${parts.get('hour')}:${parts.get('minute')}`,
    zone: parts.get('timeZoneName') ?? timeZone,
  };
}
