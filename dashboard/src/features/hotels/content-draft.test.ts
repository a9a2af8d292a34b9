import { expect, it } from 'vitest';
import {
  type ContentDraft,
  isSameAt,
  moved,
  movedTo,
  pointAt,
  toContent,
  toggled,
  within,
  withoutEmpty,
  withSurcharge,
  zoomed,
} from './content-draft.ts';

it('photos move by one place and stay within the list', () => {
  expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});

it('languages without a text are left out', () => {
  expect(withoutEmpty({ en: 'Casa', es: ' ' })).toEqual({ en: 'Casa' });
});

it('a click on the map is converted to coordinates', () => {
  const view = { latitude: 41, longitude: 2, width: 4 };
  expect(pointAt(view, 0.5, 0.5)).toEqual({ latitude: 41, longitude: 2 });
  expect(pointAt(view, 0, 0)).toEqual({ latitude: 42, longitude: 0 });
});

it('the map stays on the world and has a smallest and largest zoom', () => {
  expect(within({ latitude: 89, longitude: 179, width: 40 })).toEqual({
    latitude: 80,
    longitude: 160,
    width: 40,
  });
  expect(zoomed({ latitude: 0, longitude: 0, width: 360 }, 2).width).toBe(360);
  expect(zoomed({ latitude: 0, longitude: 0, width: 0.06 }, 0.1).width).toBe(0.05);
});

it('a dragged photo takes its new place, and those in between move by one', () => {
  expect(movedTo(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(movedTo(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['a', 'd', 'b', 'c']);
});

const CONTENT: ContentDraft = {
  name: { en: 'Casa' },
  type: 'HOTEL',
  address: { countryCode: 'ES' },
  location: { latitude: 41, longitude: 2 },
  images: [],
  facilities: [],
};

it('empty fields are not sent, texts are trimmed and times are completed', () => {
  const draft: ContentDraft = {
    ...CONTENT,
    description: { en: '' },
    address: { street: ' Carrer del Sol 12 ', city: '', countryCode: 'ES' },
    checkIn: { from: '15', until: '' },
    checkOut: { until: '' },
    contact: { phone: '', email: ' ' },
  };
  expect(toContent(draft)).toEqual({
    ...CONTENT,
    address: { street: 'Carrer del Sol 12', countryCode: 'ES' },
    checkIn: { from: '15:00' },
  });
});

it('a value is compared by its path, also if it is missing', () => {
  const one = { contact: { email: 'a' }, images: [{ url: 'x' }] };
  expect(isSameAt(one, { images: [{ url: 'x' }] }, 'images/0/url')).toBe(true);
  expect(isSameAt(one, {}, 'contact/email')).toBe(false);
  expect(isSameAt(one, {}, 'address/city')).toBe(true);
});

it('a facility is added without a surcharge and removed again', () => {
  const added = toggled([], 'GYM');
  expect(added).toEqual([{ code: 'GYM', surcharge: null }]);
  expect(toggled(added, 'GYM')).toEqual([]);
});

it('facilities that are no longer marked as extra have no known surcharge, and free ones stay free', () => {
  const facilities = [
    { code: 'GYM', surcharge: true },
    { code: 'SPA', surcharge: null },
    { code: 'BAR', surcharge: false },
  ] as const;
  const changed = withSurcharge([...facilities], 'SPA', true);
  expect(changed.find(({ code }) => code === 'SPA')).toEqual({ code: 'SPA', surcharge: true });
  expect(changed.filter(({ code }) => code !== 'SPA')).toEqual(
    facilities.filter(({ code }) => code !== 'SPA'),
  );
});
