/** Words for nights that guests cannot book because only one of price and allotment is set, and the form that sets the other. Pure. */
import { formatNumber } from '../../lib/format/format.ts';
import { type CalendarRow, rowKey } from './calendar.ts';
import type { UnsoldNights } from './change-impact.ts';
import type { EditTarget } from './edit-drawer.tsx';
import { nightsFrom } from './month.ts';

/** For example `Double room: 2 nights have a price but no allotment`. */
export function unsoldText({ lacks, nights }: UnsoldNights, roomName: string): string {
  const has = lacks === 'allotment' ? 'a price but no allotment' : 'an allotment but no price';
  return nights.length === 1
    ? `${roomName}: 1 night has ${has}`
    : `${roomName}: ${formatNumber(nights.length)} nights have ${has}`;
}

/** The form that sets what is missing on these nights. Undefined if no active rate plan has prices of its own. */
export function unsoldTarget(
  { roomCode, lacks, nights }: UnsoldNights,
  known: readonly CalendarRow[],
): EditTarget | undefined {
  const rows = known.filter(({ room }) => room.roomCode === roomCode);
  const keys =
    lacks === 'allotment'
      ? [rowKey(roomCode)]
      : rows.filter(({ plan }) => plan?.active && plan.derivedFrom === null).map(({ key }) => key);
  const [from = '', to = from] = [nights[0], nights.at(-1)];
  if (keys.length === 0) return undefined;
  const hasGaps = nightsFrom(from, to).length > nights.length;
  const only = { nights, name: `without ${lacks === 'allotment' ? 'an allotment' : 'a price'}` };
  return {
    keys,
    range: { from, to, weekdays: [], ...(hasGaps && { only }) },
    loaded: { rows, nights },
  };
}
