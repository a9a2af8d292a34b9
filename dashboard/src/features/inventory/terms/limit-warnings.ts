/** Compares the room limits of the terms with the occupancy in the catalogue. Pure. */
import type { Output } from '../../../lib/calls/operator-client.ts';
import type { DocumentDraft } from './document-draft.ts';

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
): string[] {
  return rooms.flatMap(room => {
    const known = catalogue.find(({ roomCode }) => roomCode === room.roomCode);
    if (known === undefined) return [];
    const { occupancy, name } = known;
    const rejectsChildren = room.maxChildren === 0 && occupancy.maxChildren > 0;
    const tighter = LIMITS.filter(
      ([limit]) => room[limit] < occupancy[limit] && !(limit === 'maxChildren' && rejectsChildren),
    );
    return [
      ...(rejectsChildren
        ? [
            `${name}: these terms allow no children, but the catalogue allows ${counted(occupancy.maxChildren, 'child', 'children')}.`,
          ]
        : []),
      ...(tighter.length === 0
        ? []
        : [
            `${name}: these terms allow at most ${listed(tighter.map(([limit, one, many]) => counted(room[limit], one, many)))}, but the catalogue allows ${listed(tighter.map(([limit]) => String(occupancy[limit])))}.`,
          ]),
    ];
  });
}

function listed(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;
}
