import { describe, expect, test } from 'vitest';
import { hotelEvidence } from '../../../test/mapping/hotel-evidence.ts';
import { chainForm, compareChains } from './chains.ts';
import { hostForm, phoneForms } from './contacts.ts';
import { nameForm } from './hotel-name.ts';
import { normalFormOf } from './normal-form.ts';
import { kindOfCategory } from './property-kind.ts';
import { addressForm } from './street-address.ts';
import { romanNumeral, wordsOf } from './words.ts';

describe('names', () => {
  test.each([
    ['Hôtel Élysée', ['hotel', 'elysee']],
    ['Отель Метрополь', ['otel', 'metropol']],
    ['Tower1', ['tower', '1']],
    ["Harrah's", ['harrahs']],
  ])('%s is split into lower-case ASCII words', (text, words) => {
    expect(wordsOf(text)).toEqual(words);
  });

  test.each([
    ['ii', 2],
    ['iv', 4],
    ['ix', 9],
    ['xiv', 14],
    ['xx', 20],
  ])('%s is read as a roman numeral', (word, number) => {
    expect(romanNumeral(word)).toBe(number);
  });

  test.each(['mix', 'vi i', 'iiii', 'd', ''])('%j is not read as a roman numeral', word => {
    expect(romanNumeral(word)).toBeUndefined();
  });

  test.each([
    ['Harbour Tower II', [2]],
    ['Harbour Tower 2', [2]],
    ['Harbour Tower Two', [2]],
    ['Harbour Tower V', [5]],
    ['Carlos V', [5]],
    ['I Portici', []],
    ['Motel6', [6]],
    ['Sol Playa 4*', []],
    ['Sol Playa ****', []],
    ['Sol Playa 5 stars', []],
  ])('the numbers read from the hotel name %s exclude its star rating', (name, numbers) => {
    expect(nameForm(name).numbers).toEqual(numbers);
  });

  test('translations and abbreviations of a word have the same standard form', () => {
    const apartments = [
      'Larkspur Apartments',
      'Apartamentos Larkspur',
      'Larkspur Apts',
      'Ferienwohnungen Larkspur',
    ];
    for (const name of apartments) expect(nameForm(name).marks).toEqual(['apartments']);
  });

  test('a former name in brackets becomes a second name', () => {
    const { names } = normalFormOf(hotelEvidence({ name: 'Orizelle Palace (ex Gran Hotel Luna)' }));
    expect(names.map(({ words }) => words)).toEqual([
      ['orizelle', 'palace'],
      ['grand', 'hotel', 'luna'],
    ]);
  });
});

describe('addresses', () => {
  const address = (line: string, fields: object = {}) =>
    addressForm({ ...hotelEvidence({}).address, lines: [line], postalCode: null, ...fields });

  test.each([
    ['Calle de la Garza, 12', 'C/ Garza 12'],
    ['12 Garza Street', 'Garza St. 12'],
    ['Lindenstraße 12', 'Lindenstr. 12'],
    ['Sloane Street, London, 12', '12-14 Sloane St'],
  ])('the addresses %s and %s have the same street and house number', (a, b) => {
    const london = { city: 'London' };
    expect(address(a, london)).toMatchObject({ street: address(b, london).street, house: '12' });
    expect(address(b, london).house).toBe('12');
  });

  test.each([
    ['NV 89109', 'US', '89109'],
    ['89109-1234', 'US', '89109'],
    ['wc2r 0ez', 'GB', 'WC2R0EZ'],
    ['DE 10115', 'DE', '10115'],
    ['00000', 'ES', null],
  ])('the postcode %s in %s has the normal form %s', (postalCode, countryCode, form) => {
    expect(address('Strand', { postalCode, countryCode }).postcode).toBe(form);
  });
});

describe('contacts', () => {
  test.each(['+34 931 234 567', '0034931234567', '931 23 45 67', '34-931-234-567'])(
    'the Spanish phone number %s is converted to E.164',
    phone => {
      expect(phoneForms([phone], 'ES')).toEqual(['+34931234567']);
    },
  );

  test('phone numbers that cannot exist are dropped', () => {
    expect(phoneForms(['12', 'call us', '+999 12 345 6789'], 'ES')).toEqual([]);
  });

  test.each([
    ['https://www.larkspur.example/en', 'larkspur.example'],
    ['larkspur.example', 'larkspur.example'],
    ['https://www.facebook.com/larkspur', null],
    ['not a url', null],
    [null, null],
  ])('the website %s has the host %s', (web, host) => {
    expect(hostForm(web)).toBe(host);
  });
});

describe('chains', () => {
  test.each([
    ['Accor', 'Novotel', 'RELATED'],
    ['Ibis', 'Novotel', 'DIFFERENT'],
    ['Varnholt Hotels', 'VARNHOLT', 'SAME'],
    ['Varnholt Hotels', 'Kezmir Hotels', 'DIFFERENT'],
    ['IHG', 'Holiday Inn', 'RELATED'],
  ])('the chains %s and %s are compared as %s', (a, b, result) => {
    expect(compareChains(chainForm(a) ?? '', chainForm(b) ?? '')).toBe(result);
  });

  test('the chain name "Independent Hotels" counts as no chain', () => {
    expect(chainForm('Independent Hotels')).toBeNull();
  });
});

test.each([
  ['Apartment hotel', 'APARTHOTEL'],
  ['Private vacation home', 'VILLA'],
  ['H', 'HOTEL'],
  ['BED_AND_BREAKFAST', 'GUESTHOUSE'],
  ['Something else', null],
])('the property category %s is read as %s', (category, kind) => {
  expect(kindOfCategory(category)).toBe(kind);
});

test('placeholder coordinates count as missing, and coordinates with two decimals as coarse', () => {
  const at = (lat: number, lng: number) => normalFormOf(hotelEvidence({ location: { lat, lng } })).location;
  expect(at(0, 0)).toBeNull();
  expect(at(99, 200)).toBeNull();
  expect(at(41.38, 2.17)?.isCoarse).toBe(true);
  expect(at(41.3851, 2.1734)?.isCoarse).toBe(false);
});
