import { expect, test } from 'vitest';
import { pythonText } from './snippets.ts';

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
