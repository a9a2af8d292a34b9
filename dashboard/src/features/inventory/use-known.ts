/** The rows that the page knows: the shown ones, with what was read of other months and room types. */
import { useMemo } from 'react';
import type { Calendar, CalendarRow } from './calendar.ts';
import type { Pricing } from './derived-price.ts';
import type { Following } from './following.ts';
import { followingOfKnown, knownRooms, knownRows } from './known-nights.ts';
import type { GridEdits } from './use-grid-edits.ts';

export interface Known {
  rows: readonly CalendarRow[];
  following: Following;
  /** Whether a night of a room type is loaded. */
  isLoaded: (roomCode: string, night: string) => boolean;
}

interface Page {
  edits: GridEdits;
  calendar: Calendar;
  pricing: Pricing;
  /** The rows of the calendar. */
  rows: readonly CalendarRow[];
  following: Following;
}

export function useKnown({ edits, calendar, pricing, rows, following }: Page): Known {
  const { loaded, pending } = edits;
  const shown = useMemo(() => {
    const codes = new Set(calendar.rooms.map(({ roomCode }) => roomCode));
    const isLoaded = (roomCode: string, night: string) =>
      codes.has(roomCode) && calendar.from <= night && night <= calendar.to;
    return { rows, following, isLoaded };
  }, [calendar, rows, following]);
  const known = useMemo(() => {
    if (loaded.length === 0) return undefined;
    const rooms = knownRooms([calendar, ...loaded]);
    const nights = new Map(rooms.map(({ room, nights }) => [room.roomCode, new Set(nights)]));
    const isLoaded = (roomCode: string, night: string) => nights.get(roomCode)?.has(night) === true;
    return { rooms, rows: knownRows(rooms), isLoaded };
  }, [calendar, loaded]);
  return useMemo(() => {
    if (known === undefined) return shown;
    const { rooms, rows, isLoaded } = known;
    return { rows, following: followingOfKnown(pending, rooms, rows, pricing), isLoaded };
  }, [known, shown, pending, pricing]);
}
