/** Records that were opened from the command palette, in the browser's local storage. */
import type { Found } from './palette-items.ts';

/** More would hide the quick actions below them. */
const MAX_RECENT = 5;

/** Each user has a separate list, because several people may use the same browser. */
const storageKey = (user: string) => `serai.recent.${user}`;

export function readRecent(user: string): Found[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(user)) ?? '[]');
    return Array.isArray(stored) ? (stored as Found[]).filter(each => typeof each?.id === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberRecent(user: string, found: Found): void {
  const others = readRecent(user).filter(({ kind, id }) => kind !== found.kind || id !== found.id);
  try {
    localStorage.setItem(
      storageKey(user),
      JSON.stringify([withoutGuest(found), ...others].slice(0, MAX_RECENT)),
    );
  } catch {
    // Without storage, the palette works without recent records.
  }
}

/** The name of a guest must not remain in the browser after an erasure. */
function withoutGuest(found: Found): Found {
  if (found.kind !== 'booking') return found;
  const [reference = found.id, ...rest] = found.detail?.split(', ') ?? [];
  return { ...found, title: reference, detail: rest.join(', '), status: null };
}
