import { expect, it } from 'vitest';
import type { ContentDraft } from './content-draft.ts';
import { changedSections, SECTIONS, sectionAt, sectionSummary } from './content-summary.ts';

const DRAFT: ContentDraft = {
  name: { en: 'Casa Luna' },
  type: 'HOTEL',
  address: { countryCode: 'ES' },
  location: { latitude: 41.3888, longitude: 2.159 },
  images: [],
  facilities: [],
};

const summaries = (draft: ContentDraft) => SECTIONS.map(({ name }) => sectionSummary(name, draft));

it('a closed section of the content form says what it contains', () => {
  const full: ContentDraft = {
    ...DRAFT,
    ...{ description: { es: 'Un hotel.' }, categoryCode: 'H4', stars: 4 },
    address: { street: 'Carrer del Sol 12', city: 'Barcelona', countryCode: 'ES' },
    ...{ checkIn: { from: '15:00' }, checkOut: { until: '11:00' } },
    contact: { phone: '', email: 'hello@casaluna.example' },
    images: [{ url: 'https://images.example.com/front.jpg' }],
    facilities: [{ code: 'PARKING', surcharge: true }],
  };
  expect(summaries(full)).toEqual([
    ...['2 languages', '1 photo', '4 stars', 'Barcelona, ES', '41.39, 2.16'],
    ...['15:00, 11:00', 'hello@casaluna.example', '1 selected'],
  ]);
});

it('a closed section without values says that they are not set', () => {
  expect(summaries(DRAFT)).toEqual([
    ...['1 language', 'None', 'Hotel', 'ES', '41.39, 2.16', 'Not set', 'Not set', 'None'],
  ]);
});

it('a section without a country says so', () => {
  expect(sectionSummary('address', { ...DRAFT, address: { city: 'Sandbox', countryCode: 'ZZ' } })).toBe(
    'Sandbox, no country',
  );
});

it('sections with values that would be saved differently have unsaved changes', () => {
  const sectionsOf = (draft: Partial<ContentDraft>) => [...changedSections({ ...DRAFT, ...draft }, DRAFT)];
  expect(sectionsOf({ stars: 4, images: [{ url: 'https://images.example.com/front.jpg' }] })).toEqual([
    'photos',
    'category',
  ]);
  expect(sectionsOf({ contact: { phone: ' ' }, description: {} })).toEqual([]);
});

it('an error is assigned to the section of its field', () => {
  expect(sectionAt('/images/0/url')).toBe('photos');
  expect(sectionAt('/stars')).toBe('category');
  expect(sectionAt('/updatedAt')).toBeUndefined();
});
