/** Places in lists that are ordered by a moment and an id. Pure. */
import type { ListPosition } from '../endpoints/stored-endpoint-store.ts';

export function positionText(at: Date, id: string): string[] {
  return [at.toISOString(), id];
}

export function positionOf([at, id]: string[]): ListPosition {
  return { at: new Date(at as string), id: id as string };
}

export function spanOf({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  return {
    from: from === undefined ? undefined : new Date(from),
    to: to === undefined ? undefined : new Date(to),
  };
}
