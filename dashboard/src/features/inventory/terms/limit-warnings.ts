/** Compares the room limits of the terms with the occupancy in the catalogue. Pure. */
import type { Output } from '../../../lib/calls/operator-client.ts';
import { type DocumentDraft, pointerOf } from './document-draft.ts';
import type { TermsWarning } from './unsold-warnings.ts';

export type CatalogueRoom = Pick<Output<'hotels/show'>['rooms'][number], 'roomCode' | 'name' | 'occupancy'>;

const LIMITS = [
  ['maxTotal', 'person', 'people'],
  ['maxAdults', 'adult', 'adults'],
  ['maxChildren', 'child', 'children'],
] as const;

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Limits that are tighter than the catalogue's are allowed, but they silently reject parties that the room could take. */
export function limitWarnings(
  { rooms }: Pick<DocumentDraft, 'rooms'>,
  catalogue: readonly CatalogueRoom[],
): TermsWarning[] {
  return rooms.flatMap((room, at) => {
    const known = catalogue.find(({ roomCode }) => roomCode === room.roomCode);
    if (known === undefined) return [];
    const { occupancy, name } = known;
    const rejectsChildren = room.maxChildren === 0 && occupancy.maxChildren > 0;
    const tighter = LIMITS.filter(
      ([limit]) => room[limit] < occupancy[limit] && !(limit === 'maxChildren' && rejectsChildren),
    );
    const fieldOf = (limit: Limit) => ({ pointer: pointerOf(['rooms', at, limit]) });
    const [first] = tighter;
    const warnings: TermsWarning[] = [];
    if (rejectsChildren) {
      const text = `${name}: these terms allow no children, but the catalogue allows ${counted(occupancy.maxChildren, 'child', 'children')}.`;
      warnings.push({ text, at: fieldOf('maxChildren') });
    }
    if (first !== undefined) {
      const limits = tighter.map(([limit]) => limit);
      const text = `${name}: at most ${limitsText(room, limits)}; the catalogue allows ${limitsText(occupancy, limits)}.`;
      warnings.push({ text, at: fieldOf(first[0]) });
    }
    return warnings;
  });
}

type Limit = (typeof LIMITS)[number][0];

/** For example `4 people (3 adults, 2 children)`, or only `3 adults`. */
function limitsText(values: Readonly<Record<Limit, number>>, limits: readonly Limit[]): string {
  const [first = '', ...others] = LIMITS.filter(([limit]) => limits.includes(limit)).map(
    ([limit, one, many]) => counted(values[limit], one, many),
  );
  return others.length === 0 ? first : `${first} (${others.join(', ')})`;
}
