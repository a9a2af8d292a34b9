import { expect, test } from 'vitest';
import { hotelEvidence } from '../../../test/mapping/hotel-evidence.ts';
import { normalFormOf } from '../normal-form/normal-form.ts';
import { CandidateIndex } from './candidate-index.ts';
import { CorpusStatistics } from './corpus-statistics.ts';
import { distanceMetres } from './distance.ts';

type Hotel = Parameters<typeof hotelEvidence>[0];

const HERE = { lat: 41.3851, lng: 2.1734 };
const metresNorth = (metres: number) => ({ lat: HERE.lat + metres / 111_195, lng: HERE.lng });
const metresEast = (metres: number) => ({
  lat: HERE.lat,
  lng: HERE.lng + metres / (111_195 * Math.cos((HERE.lat * Math.PI) / 180)),
});

function isFound(ours: Hotel, theirs: Hotel): boolean {
  const [a, b] = [normalFormOf(hotelEvidence(ours)), normalFormOf(hotelEvidence(theirs))];
  const corpus = new CorpusStatistics();
  corpus.add('ours', a);
  corpus.add('theirs', b);
  return new CandidateIndex([{ id: 'ours', form: a }], corpus).find(b).length === 1;
}

test.each([
  ['north or south', metresNorth],
  ['east or west', metresEast],
])('blocking finds hotels within 500 m to the %s, and none beyond', (_, moved) => {
  for (const metres of [-490, -250, 0, 250, 490]) {
    expect(isFound({ name: 'A', location: HERE }, { name: 'B', location: moved(metres) })).toBe(true);
  }
  for (const metres of [-520, 520, 2_000]) {
    expect(isFound({ name: 'A', location: HERE }, { name: 'B', location: moved(metres) })).toBe(false);
  }
});

test.each<[string, Hotel, Hotel]>([
  ['a phone', { phones: ['+34 931 234 567'] }, { phones: ['0034931234567'] }],
  ['a website', { web: 'https://www.larkspur.example' }, { web: 'larkspur.example/en' }],
  [
    'a postcode with the house number',
    { address: { postalCode: '08001', lines: ['Calle Mayor 5'] } },
    { address: { postalCode: '08001', lines: ['C/ Mayor, 5'] } },
  ],
  ['a picture', { imagePaths: ['hotels/1/2/a_z.jpg'] }, { imagePaths: ['/hotels/1/2/a_z.jpg'] }],
  ['an id', { ids: { giata: '1' } }, { ids: { giata: '1' } }],
])('blocking finds a hotel by %s, even without coordinates', (_, ours, theirs) => {
  expect(isFound({ name: 'A', ...ours }, { name: 'B', ...theirs })).toBe(true);
  expect(isFound({ name: 'A', ...ours }, { name: 'B' })).toBe(false);
});

test('blocking finds a hotel by a rare word within 5 km, because coordinates are often wrong', () => {
  const named = (name: string, metres: number): Hotel => ({ name, location: metresNorth(metres) });
  expect(isFound(named('Hotel Larkspur', 0), named('Larkspur Inn', 4_900))).toBe(true);
  expect(isFound(named('Hotel Larkspur', 0), named('Larkspur Inn', 5_100))).toBe(false);
});

test('blocking finds a hotel by a rare word in the same city if coordinates are missing', () => {
  const inCity = (city: string): Hotel => ({ name: 'Larkspur', address: { city } });
  expect(isFound(inCity('Toledo'), inCity('TOLEDO'))).toBe(true);
  expect(isFound(inCity('Toledo'), inCity('Girona'))).toBe(false);
});

test('a position counts as shared only if more than five hotels have it', () => {
  const corpus = new CorpusStatistics();
  const form = normalFormOf(hotelEvidence({ location: HERE }));
  for (let i = 0; i < 5; i++) corpus.add('theirs', form);
  expect(corpus.isSharedPoint(HERE.lat, HERE.lng)).toBe(false);
  corpus.add('theirs', form);
  expect(corpus.isSharedPoint(HERE.lat, HERE.lng)).toBe(true);
});

test('distances are measured correctly across the date line', () => {
  expect(distanceMetres({ lat: 0, lng: 179.999 }, { lat: 0, lng: -179.999 })).toBeCloseTo(222.4, 0);
});
