/** Rewrites the server's warnings about stays that are not sold with names and dates as the dashboard shows them. Pure. */
import { formatUtcDay } from '../../../lib/format/format.ts';
import { pointerOf } from './document-draft.ts';

export interface TermsWarning {
  text: string;
  /** The field that causes it, or the night of the calendar. Undefined if neither is known. */
  at: { pointer: string } | { roomCode: string; night: string } | undefined;
}

/** The texts of the warnings about a field or an item of the form, by pointer. */
export type FieldWarnings = ReadonlyMap<string, readonly string[]>;

export function fieldWarnings(warnings: readonly TermsWarning[]): FieldWarnings {
  const texts = new Map<string, string[]>();
  for (const { text, at } of warnings) {
    if (at === undefined || !('pointer' in at)) continue;
    texts.set(at.pointer, [...(texts.get(at.pointer) ?? []), text]);
  }
  return texts;
}

/** For example `4 warnings here, 2 in the calendar`. Those in the calendar are not marked in the form. */
export function warningsText(warnings: readonly TermsWarning[]): string {
  const inCalendar = warnings.filter(({ at }) => at !== undefined && 'night' in at).length;
  const here = warnings.length - inCalendar;
  const counted = (count: number) => (count === 1 ? '1 warning' : `${count} warnings`);
  if (inCalendar === 0) return counted(here);
  return here === 0
    ? `${counted(inCalendar)} in the calendar`
    : `${counted(here)} here, ${inCalendar} in the calendar`;
}

interface Names {
  /** All room types and age bands of the terms. */
  roomCodes: readonly string[];
  ageBands: readonly { code: string; fromAge: number; toAge: number }[];
  roomName: (code: string) => string;
  planName: (code: string) => string;
}

/** `Not sold: DBL FLEX, SAVER, 2 adults on 2027-02-01 and 27 more nights: no price for 2 adults.` */
const WARNING =
  /^Not sold: (?<where>.+?), (?<party>\d+ adults?\b.*?)(?: on (?<night>\d{4}-\d\d-\d\d)(?<more> and [\d,]+ more nights?)?)?: (?<reason>.+)\.$/;

/** Allotments and the prices of adults are set in the calendar, everything else in the terms. */
const IN_CALENDAR = /^no (allotment|price|plan has a price)\b/;
const OF_CHILD = /^no price for a child aged (?<age>\d+)/;

/** Returns other texts unchanged. */
export function unsoldWarning(warning: string, names: Names): TermsWarning {
  const { roomCodes, roomName, planName } = names;
  const { where, party, night, more = '', reason } = WARNING.exec(warning)?.groups ?? {};
  const other = { text: warning, at: undefined };
  if (where === undefined || party === undefined || reason === undefined) return other;
  // Codes of room types may contain spaces, those of plans may not.
  const room = roomCodes.find(code => where === code || /^ \S+(, \S+)*$/.test(cutPrefix(where, code)));
  if (room === undefined) return other;
  const plans = cutPrefix(where, room).trim().split(', ').filter(Boolean);
  const who = [roomName(room), ...plans.map(planName), party].join(', ');
  const when = night === undefined ? '' : ` on ${formatUtcDay(night)}${more}`;
  return {
    text: `${who}: not sold${when}, because ${clauseOf(reason)}.`,
    at: causeOf(reason, night, room, names),
  };
}

function causeOf(
  reason: string,
  night: string | undefined,
  roomCode: string,
  { roomCodes, ageBands }: Names,
): TermsWarning['at'] {
  const room = ['rooms', roomCodes.indexOf(roomCode)];
  const { age } = OF_CHILD.exec(reason)?.groups ?? {};
  if (age !== undefined) {
    const band = ageBands.find(({ fromAge, toAge }) => fromAge <= Number(age) && Number(age) <= toAge);
    return { pointer: pointerOf(band ? [...room, 'children', band.code] : ['ageBands']) };
  }
  return night !== undefined && IN_CALENDAR.test(reason) ? { roomCode, night } : { pointer: pointerOf(room) };
}

const cutPrefix = (text: string, prefix: string) =>
  text.startsWith(prefix) ? text.slice(prefix.length) : '';

/** Some reasons are whole clauses, such as `no plan has a price`. */
function clauseOf(reason: string): string {
  return /^no (allotment|price)\b/.test(reason) ? `there is ${reason}` : reason;
}
