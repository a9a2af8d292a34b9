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
      {(ownFirst ? ownTimeFirst : hotelTimeFirst)(zonedTexts(at, zone, userZone()))}
    </time>
  );
}

export function userZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

interface ZonedText {
  /** For example `15 Jan 2027, 18:00`. */
  full: string;
  /** Without the date, if both time zones have the same one. */
  short: string;
  /** For example `CET`. */
  zone: string;
}

export interface ZonedTexts {
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

/** For example `15 Jan 2027, 18:00 hotel time (17:00 your time)`. */
export function hotelTimeFirst({ hotel, own, differ }: ZonedTexts): string {
  const { full, zone } = hotel ?? own;
  return differ ? `${full} hotel time (${own.short} your time)` : `${full} ${zone}`;
}

/** For example `17 Nov 2026, 18:39 (19:39 at the hotel)`. */
export function ownTimeFirst({ hotel, own, differ }: ZonedTexts): string {
  return differ ? `${own.full} (${hotel?.short} at the hotel)` : own.full;
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
