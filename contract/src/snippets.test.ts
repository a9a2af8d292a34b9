import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { curlText, pythonText, QUOTE_CANCELLATION, SDK_METHODS, sdkText } from './snippets.ts';

const PYTHON_RESOURCES = new URL('../../sdk-python/src/serai/_generated/resources.py', import.meta.url);

test('a call of the Python SDK has the fields of the body as arguments', () => {
  const body = { checkIn: '2027-03-12', occupancies: [{ adults: 2 }], include: [], isTest: true, note: null };
  expect(pythonText({ name: 'availability' }, body)).toBe(`from serai import Serai

serai = Serai()  # SERAI_API_KEY, SERAI_BASE_URL

answer = serai.hotels.availability(
    checkIn="2027-03-12",
    occupancies=[{"adults": 2}],
    include=[],
    isTest=True,
    note=None,
)`);
});

test('a call of the Python SDK has a method in snake case and no mode', () => {
  expect(pythonText({ name: 'hotels-by-destination' }, {})).toContain(
    'serai.content.hotels_by_destination()',
  );
  const quote = pythonText({ name: 'cancel' }, { bookingId: 'bkg_1', mode: 'QUOTE' });
  expect(quote).toContain('serai.bookings.quote_cancellation(\n    bookingId="bkg_1",\n)');
});

test('a field whose name is no Python argument is part of a dictionary', () => {
  const body = { checkIn: '2027-03-12', from: 1, 'a-b': [true] };
  expect(pythonText({ name: 'availability' }, body)).toContain(
    'availability(\n    checkIn="2027-03-12",\n    **{"from": 1, "a-b": [True]},\n)',
  );
});

test('all snippets name the same variables for the address and the key', () => {
  const operation = { name: 'boards', path: '/content/hotels/v1/boards' };
  for (const text of [curlText(operation, {}), sdkText(operation, {}), pythonText(operation, {})]) {
    expect([...new Set(text.match(/SERAI_[A-Z_]+/g))].sort()).toEqual(['SERAI_API_KEY', 'SERAI_BASE_URL']);
  }
});

test('every method in the snippets exists in the Python SDK', () => {
  const source = readFileSync(PYTHON_RESOURCES, 'utf8');
  for (const method of [...Object.values(SDK_METHODS), QUOTE_CANCELLATION]) {
    const [group, name] = method.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`).split('.') as [
      string,
      string,
    ];
    const from = source.indexOf(`\nclass ${group[0]?.toUpperCase()}${group.slice(1)}(`);
    expect(from, method).toBeGreaterThan(0);
    const to = source.indexOf('\nclass ', from + 1);
    expect(source.slice(from, to < 0 ? undefined : to), method).toContain(`    def ${name}(`);
  }
});
