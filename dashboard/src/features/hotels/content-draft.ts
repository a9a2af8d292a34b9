/** Changes to the content of a hotel: texts by language, facilities, photos and coordinates. Pure. */
import { tidyTime } from '../../components/pickers/date-range.ts';
import type { Input } from '../../lib/calls/operator-client.ts';

/** While the user types, texts may be empty and times incomplete. */
export type ContentDraft = Omit<Input<'hotels/update-content'>, 'environment' | 'hotelId' | 'updatedAt'>;

/** The content to save. Empty fields are left out, because the server clears what is not sent. */
export function toContent(draft: ContentDraft): ContentDraft {
  const { countryCode, ...lines } = draft.address;
  return {
    ...draft,
    name: withoutEmpty(draft.name),
    description: orNothing(withoutEmpty(draft.description ?? {})),
    address: { ...trimmed(lines), countryCode },
    checkIn: orNothing(trimmed(draft.checkIn ?? {}, tidyTime)),
    checkOut: orNothing(trimmed(draft.checkOut ?? {}, tidyTime)),
    contact: orNothing(trimmed(draft.contact ?? {})),
  };
}

type Lines = Readonly<Record<string, string | undefined>>;

function trimmed(lines: Lines, tidy = (text: string) => text.trim()): Record<string, string> {
  const entries = Object.entries(lines).map(([name, text = '']) => [name, tidy(text)] as const);
  return withoutEmpty(Object.fromEntries(entries));
}

function orNothing<Fields extends object>(fields: Fields): Fields | undefined {
  return Object.keys(fields).length === 0 ? undefined : fields;
}

/** Whether the value at a path such as `contact/email` is the same in both. */
export function isSameAt(one: object, other: object, path: string): boolean {
  return JSON.stringify(valueAt(one, path)) === JSON.stringify(valueAt(other, path));
}

function valueAt(content: object, path: string): unknown {
  return path
    .split('/')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], content);
}

export type Facilities = ContentDraft['facilities'];

/** Adds a facility, or removes it if the hotel has it. */
export function toggled(facilities: Facilities, code: Facilities[number]['code']): Facilities {
  const others = facilities.filter(facility => facility.code !== code);
  return others.length < facilities.length ? others : [...facilities, { code, surcharge: null }];
}

/** Whether guests pay extra for a facility (true), it is free (false), or this is not known (null). */
export function withSurcharge(
  facilities: Facilities,
  code: Facilities[number]['code'],
  surcharge: boolean | null,
): Facilities {
  return facilities.map(facility => (facility.code === code ? { ...facility, surcharge } : facility));
}

type Texts = Readonly<Record<string, string>>;

export function withLanguage(texts: Texts, tag: string, text: string): Record<string, string> {
  return { ...texts, [tag]: text };
}

/** A language without a text is not sent. */
export function withoutEmpty(texts: Texts): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''));
}

/** Moves an item by one place. Returns the same order at the ends. */
export function moved<Item>(items: readonly Item[], at: number, step: 1 | -1): Item[] {
  const to = at + step;
  const next = [...items];
  const [item, other] = [next[at], next[to]];
  if (item === undefined || other === undefined) return next;
  next[at] = other;
  next[to] = item;
  return next;
}

/** Moves an item to another place. The items in between move by one. */
export function movedTo<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

export interface Point {
  latitude: number;
  longitude: number;
}

/** The visible part of the map, in degrees. */
export interface MapView extends Point {
  /** Width in degrees of longitude. */
  width: number;
}

const MAX_WIDTH = 360;
const MIN_WIDTH = 0.05;
/** The map is twice as wide as it is high. */
export const ASPECT = 2;

export function zoomed(view: MapView, factor: number): MapView {
  return within({ ...view, width: view.width * factor });
}

/** Keeps the view on the map. */
export function within({ latitude, longitude, width }: MapView): MapView {
  const size = Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width));
  const [halfWidth, halfHeight] = [size / 2, size / ASPECT / 2];
  return {
    width: size,
    longitude: Math.max(-180 + halfWidth, Math.min(180 - halfWidth, longitude)),
    latitude: Math.max(-90 + halfHeight, Math.min(90 - halfHeight, latitude)),
  };
}

/** Six decimals are about ten centimetres. */
export function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** The point at a share (0 to 1) of the width and height of the view. */
export function pointAt(view: MapView, x: number, y: number): Point {
  const height = view.width / ASPECT;
  return {
    latitude: rounded(view.latitude + height / 2 - y * height),
    longitude: rounded(view.longitude - view.width / 2 + x * view.width),
  };
}
