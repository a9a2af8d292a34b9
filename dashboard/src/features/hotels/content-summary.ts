/** What the closed sections of the content form contain, in a few words. Pure. */
import { type ContentDraft, isSameAt, toContent } from './content-draft.ts';
import { formatCategory, formatCode } from './hotel.ts';

/** The sections in the order of the form, with the fields of the content that they change. */
export const SECTIONS = [
  { name: 'texts', label: 'Name and description', fields: ['name', 'description'] },
  { name: 'photos', label: 'Photos', fields: ['images'] },
  { name: 'category', label: 'Category', fields: ['type', 'categoryCode', 'stars'] },
  { name: 'address', label: 'Address', fields: ['address'] },
  { name: 'location', label: 'Location', fields: ['location'] },
  { name: 'times', label: 'Check-in and check-out', fields: ['checkIn', 'checkOut'] },
  { name: 'contact', label: 'Contact', fields: ['contact'] },
  { name: 'facilities', label: 'Facilities', fields: ['facilities'] },
] as const satisfies readonly { name: string; label: string; fields: readonly (keyof ContentDraft)[] }[];

export type SectionName = (typeof SECTIONS)[number]['name'];

const NOT_SET = 'Not set';
/** The code of a hotel whose country is not known. */
const UNKNOWN_COUNTRY = 'ZZ';

const counted = (count: number, noun: string) =>
  count === 0 ? 'None' : `${count} ${noun}${count === 1 ? '' : 's'}`;

const listed = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ') || NOT_SET;

const SUMMARIES: Readonly<Record<SectionName, (draft: ContentDraft) => string>> = {
  texts: ({ name, description = {} }) =>
    counted(new Set([...Object.keys(name), ...Object.keys(description)]).size, 'language'),
  photos: ({ images }) => counted(images.length, 'photo'),
  category: ({ type, categoryCode, stars }) =>
    categoryCode === undefined && stars === undefined
      ? formatCode(type)
      : formatCategory({ ...(categoryCode && { categoryCode }), stars: stars ?? null }),
  address: ({ address: { city, countryCode } }) =>
    listed([city, countryCode === UNKNOWN_COUNTRY ? 'no country' : countryCode]),
  location: ({ location: { latitude, longitude } }) => `${latitude.toFixed(2)}, ${longitude.toFixed(2)}`,
  times: ({ checkIn, checkOut }) =>
    checkIn?.from && checkOut?.until
      ? `${checkIn.from}, ${checkOut.until}`
      : listed([checkIn?.from && `In ${checkIn.from}`, checkOut?.until && `Out ${checkOut.until}`]),
  contact: ({ contact }) => listed([[contact?.phone, contact?.email, contact?.website].find(Boolean)]),
  facilities: ({ facilities }) => (facilities.length === 0 ? 'None' : `${facilities.length} selected`),
};

export const sectionSummary = (name: SectionName, draft: ContentDraft): string => SUMMARIES[name](draft);

/** The sections whose fields would be saved with other values. */
export function changedSections(draft: ContentDraft, stored: ContentDraft): ReadonlySet<SectionName> {
  const [now, before] = [toContent(draft), toContent(stored)];
  const changed = SECTIONS.filter(({ fields }) => fields.some(field => !isSameAt(now, before, field)));
  return new Set(changed.map(({ name }) => name));
}

/** The section that contains the field at a path such as `/images/0/url`. */
export function sectionAt(path: string): SectionName | undefined {
  const field = path.split('/')[1];
  return SECTIONS.find(({ fields }) => fields.some(each => each === field))?.name;
}
