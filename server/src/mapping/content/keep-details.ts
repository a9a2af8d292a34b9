/** Combines a hotel's entry in a list with the details that were read before. Pure. */
import type { SuppliedContent, SuppliedHotel } from '../../booking/port/supplied-content.ts';

/**
 * Some suppliers list only part of each hotel. The rest is kept as it was last read, until it is read again. Otherwise
 * a hotel would lose its rooms and photos each time its name changes.
 */
export function keepDetails(listed: SuppliedHotel, known: SuppliedHotel | undefined): SuppliedHotel {
  if (known === undefined) return listed;
  return {
    ...listed,
    phones: filled(listed.phones, known.phones),
    web: listed.web ?? known.web,
    ids: { ...known.ids, ...listed.ids },
    imagePaths: [...new Set([...listed.imagePaths, ...known.imagePaths])],
    rooms: filled(listed.rooms, known.rooms),
    content: keepContent(listed.content, known.content),
  };
}

function keepContent(listed: SuppliedContent | null, known: SuppliedContent | null): SuppliedContent | null {
  if (listed === null || known === null) return listed ?? known;
  return {
    photos: listed.photos.length > known.photos.length ? listed.photos : known.photos,
    texts: { ...known.texts, ...listed.texts },
    facilities: filled(listed.facilities, known.facilities),
    policies: filled(listed.policies, known.policies),
  };
}

function filled<T>(listed: readonly T[], known: readonly T[]): readonly T[] {
  return listed.length > 0 ? listed : known;
}
