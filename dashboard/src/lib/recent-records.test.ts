import { expect, test } from 'vitest';
import { type FoundRecord, withRecent } from './recent-records.ts';

const record = (kind: FoundRecord['kind'], id: string, detail = '') =>
  ({ kind, id, title: 'Ada Moreno', detail, status: 'CONFIRMED' }) as FoundRecord;

test('a recent booking is named by its reference, and the name of the guest is not stored', () => {
  const [first] = withRecent([], record('booking', 'bkg_1', 'TEST-2, Casa Luna, 2027-01-18 to 2027-01-21'));
  expect(first).toMatchObject({
    title: 'Booking TEST-2',
    detail: 'Casa Luna, 2027-01-18 to 2027-01-21',
    status: null,
  });
  expect(JSON.stringify(first)).not.toContain('Moreno');
});

test('the latest eight records are listed, each of them once', () => {
  const ids = ['1', '2', '3', '1', '4', '5', '6', '7', '8', '9'];
  const listed = ids.reduce<FoundRecord[]>((before, id) => withRecent(before, record('hotel', id)), []);
  expect(listed.map(({ id }) => id)).toEqual(['9', '8', '7', '6', '5', '4', '1', '3']);
});
