import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateInZone, instantOf, instantText, zonedText } from './zoned-time.ts';

const ZONES = [
  'UTC',
  'Europe/Madrid',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'Asia/Kathmandu',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
const zone = fc.constantFrom(...ZONES);
const FROM_MS = Date.UTC(2026, 0, 1);
const TO_MS = Date.UTC(2030, 0, 1);
/** Includes times near the European clock changes of 2027. */
const instant = fc
  .oneof(
    fc.integer({ min: FROM_MS, max: TO_MS }),
    fc.integer({ min: Date.UTC(2027, 2, 27), max: Date.UTC(2027, 2, 29) }),
    fc.integer({ min: Date.UTC(2027, 9, 30), max: Date.UTC(2027, 10, 1) }),
  )
  .map(ms => Math.floor(ms / 1000) * 1000);

const utc = (text: string) => Date.parse(text);

describe('converting a local time in a zone to an instant', () => {
  it.each([
    ['winter', '2027-03-10T18:00', 'Europe/Madrid', '2027-03-10T17:00:00Z'],
    ['summer', '2027-07-10T18:00', 'Europe/Madrid', '2027-07-10T16:00:00Z'],
    ['with seconds', '2027-07-10T18:00:30', 'Europe/Madrid', '2027-07-10T16:00:30Z'],
    ['14 hours ahead', '2027-03-10T00:00', 'Pacific/Kiritimati', '2027-03-09T10:00:00Z'],
    ['11 hours behind', '2027-03-10T00:00', 'Pacific/Pago_Pago', '2027-03-10T11:00:00Z'],
    ['an offset with half an hour', '2027-01-10T12:00', 'America/St_Johns', '2027-01-10T15:30:00Z'],
    [
      'an offset with three quarters of an hour',
      '2027-01-10T12:00',
      'Asia/Kathmandu',
      '2027-01-10T06:15:00Z',
    ],
    ['skipped in spring', '2027-03-28T02:30', 'Europe/Madrid', '2027-03-28T01:00:00Z'],
    ['just before the skipped hour', '2027-03-28T01:59', 'Europe/Madrid', '2027-03-28T00:59:00Z'],
    ['just after the skipped hour', '2027-03-28T03:00', 'Europe/Madrid', '2027-03-28T01:00:00Z'],
    ['repeated in autumn', '2027-10-31T02:30', 'Europe/Madrid', '2027-10-31T00:30:00Z'],
    ['just after the repeated hour', '2027-10-31T03:00', 'Europe/Madrid', '2027-10-31T02:00:00Z'],
    ['midnight skipped', '2027-03-28T00:00', 'Asia/Beirut', '2027-03-27T22:00:00Z'],
    ['a change of half an hour', '2027-10-03T02:15', 'Australia/Lord_Howe', '2027-10-02T15:30:00Z'],
    ['a whole day skipped', '2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
  ])('a local time is converted to an instant (%s): %s in %s is %s', (_, local, timeZone, expected) => {
    expect(instantOf(local, timeZone)).toBe(utc(expected));
  });

  it('a local time is converted to the first instant at which clocks show it or a later time', () => {
    fc.assert(
      fc.property(instant, zone, (ms, timeZone) => {
        const local = zonedText(ms, timeZone).slice(0, 19);
        const found = instantOf(local, timeZone);
        expect(found).toBeLessThanOrEqual(ms);
        expect(zonedText(found, timeZone).slice(0, 19) >= local).toBe(true);
        expect(zonedText(found - 1000, timeZone).slice(0, 19) < local).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('converting local times to instants preserves their order', () => {
    const local = instant.map(ms => new Date(ms).toISOString().slice(0, 16));
    fc.assert(
      fc.property(local, local, zone, (a, b, timeZone) => {
        const [first, second] = a < b ? [a, b] : [b, a];
        expect(instantOf(first, timeZone)).toBeLessThanOrEqual(instantOf(second, timeZone));
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['2027-03-10', '2027-02-30T10:00', '2027-03-10T24:00', '2027-03-10T18:00Z', '10/03/2027 18:00'])(
    'the text %s is rejected as a local time',
    local => {
      expect(() => instantOf(local, 'Europe/Madrid')).toThrow(RangeError);
    },
  );

  it('an unknown time zone is rejected', () => {
    expect(() => instantOf('2027-03-10T18:00', 'Europe/Atlantis')).toThrow(RangeError);
  });
});

describe('formatting an instant in a zone', () => {
  it.each([
    ['2027-03-10T17:00:00Z', 'Europe/Madrid', '2027-03-10T18:00:00+01:00'],
    ['2027-03-28T01:00:00Z', 'Europe/Madrid', '2027-03-28T03:00:00+02:00'],
    ['2027-03-09T10:00:00Z', 'Pacific/Kiritimati', '2027-03-10T00:00:00+14:00'],
    ['2027-03-10T10:59:59Z', 'Pacific/Pago_Pago', '2027-03-09T23:59:59-11:00'],
    ['2027-01-10T15:30:00Z', 'America/St_Johns', '2027-01-10T12:00:00-03:30'],
    ['2027-01-10T15:30:00Z', 'UTC', '2027-01-10T15:30:00+00:00'],
  ])('%s in %s is formatted as %s', (at, timeZone, text) => {
    expect(zonedText(utc(at), timeZone)).toBe(text);
  });

  it('an instant is formatted with the local date of its zone', () => {
    fc.assert(
      fc.property(instant, zone, (ms, timeZone) => {
        const text = zonedText(ms, timeZone);
        expect(utc(text)).toBe(ms);
        expect(text.slice(0, 10)).toBe(dateInZone(ms, timeZone));
        const there = new Intl.DateTimeFormat('sv', { timeZone }).format(ms);
        expect(dateInZone(ms, timeZone)).toBe(there);
      }),
    );
  });
});

it('an instant in UTC is formatted without fractions of a second', () => {
  expect(instantText(Date.parse('2027-03-10T17:00:00Z'))).toBe('2027-03-10T17:00:00Z');
  expect(instantText(Date.parse('2027-03-10T17:00:00.999Z'))).toBe('2027-03-10T17:00:00Z');
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), second => {
      expect(Date.parse(instantText(second * 1000))).toBe(second * 1000);
      expect(instantText(second * 1000)).toBe(instantText(second * 1000 + 1));
    }),
    { numRuns: 5_000 },
  );
});
