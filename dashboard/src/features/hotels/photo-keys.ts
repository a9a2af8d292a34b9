/** Identifies photos while they are moved and edited. They have no id, and their address can be changed. */

const keys = new WeakMap<object, number>();
let last = 0;

export function photoKey(photo: object): number {
  const key = keys.get(photo) ?? ++last;
  keys.set(photo, key);
  return key;
}

/** The photo with changes. It keeps its key. */
export function editedPhoto<Photo extends object>(photo: Photo, changed: Partial<Photo>): Photo {
  const edited = { ...photo, ...changed };
  keys.set(edited, photoKey(photo));
  return edited;
}
