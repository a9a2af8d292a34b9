/** Records that a user opened, for the command palette. In the browser's local storage. */
import { useEffect } from 'react';
import type { Output } from './calls/operator-client.ts';
import { useUserId } from './session-context.ts';

export type FoundRecord = Output<'search/find'>['results'][number];

/** More would hide the pages below them. */
const MAX_RECENT = 8;

/** Each user has a separate list, because several people may use the same browser. */
const storageKey = (user: string) => `serai.recent.${user}`;

export function readRecent(user: string): FoundRecord[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(user)) ?? '[]');
    return Array.isArray(stored)
      ? (stored as FoundRecord[]).filter(each => typeof each?.id === 'string')
      : [];
  } catch {
    return [];
  }
}

export function rememberRecent(user: string, found: FoundRecord): void {
  try {
    localStorage.setItem(storageKey(user), JSON.stringify(withRecent(readRecent(user), found)));
  } catch {
    // Without storage, the palette works without recent records.
  }
}

/** The latest record comes first, and each record is listed once. */
export function withRecent(before: readonly FoundRecord[], found: FoundRecord): FoundRecord[] {
  const others = before.filter(({ kind, id }) => kind !== found.kind || id !== found.id);
  return [withoutGuest(found), ...others].slice(0, MAX_RECENT);
}

/** The page of a record lists it as recent. Undefined while the record is loaded. */
export function useRemembered(found: Omit<FoundRecord, 'status'> | undefined): void {
  const user = useUserId();
  const text = found && JSON.stringify({ ...found, status: null });
  useEffect(() => {
    if (text !== undefined) rememberRecent(user, JSON.parse(text));
  }, [user, text]);
}

/** The name of a guest must not remain in the browser after an erasure. The detail begins with the reference. */
function withoutGuest(found: FoundRecord): FoundRecord {
  if (found.kind !== 'booking') return found;
  const [reference = found.id, ...rest] = found.detail?.split(', ') ?? [];
  return { ...found, title: `Booking ${reference}`, detail: rest.join(', '), status: null };
}
