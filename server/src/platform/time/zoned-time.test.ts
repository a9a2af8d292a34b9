import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateInZone, momentOf, zonedText } from './zoned-time.ts';

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
/** Also close to the changes of European summer time in 2027. */
const moment = fc
  .oneof(
    fc.integer({ min: FROM_MS, max: TO_MS }),
    fc.integer({ min: Date.UTC(2027, 2, 27), max: Date.UTC(2027, 2, 29) }),
    fc.integer({ min: Date.UTC(2027, 9, 30), max: Date.UTC(2027, 10, 1) }),
  )
  .map(ms => Math.floor(ms / 1000) * 1000);

const utc = (text: string) => Date.parse(text);

describe('a local time in a zone', () => {
  it.each([
    ['winter', '2027-03-10T18:00', 'Europe/Madrid', '2027-03-10T17:00:00Z'],
    ['summer', '2027-07-10T18:00', 'Europe/Madrid', '2027-07-10T16:00:00Z'],
    ['with seconds', '2027-07-10T18:00:30', 'Europe/Madrid', '2027-07-10T16:00:30Z'],
    ['14 hours ahead', '2027-03-10T00:00', 'Pacific/Kiritimati', '2027-03-09T10:00:00Z'],
    ['11 hours behind', '2027-03-10T00:00', 'Pacific/Pago_Pago', '2027-03-10T11:00:00Z'],
    ['half an hour', '2027-01-10T12:00', 'America/St_Johns', '2027-01-10T15:30:00Z'],
    ['three quarters', '2027-01-10T12:00', 'Asia/Kathmandu', '2027-01-10T06:15:00Z'],
    ['left out in spring', '2027-03-28T02:30', 'Europe/Madrid', '2027-03-28T01:00:00Z'],
    ['just before it', '2027-03-28T01:59', 'Europe/Madrid', '2027-03-28T00:59:00Z'],
    ['just after it', '2027-03-28T03:00', 'Europe/Madrid', '2027-03-28T01:00:00Z'],
    ['twice in autumn', '2027-10-31T02:30', 'Europe/Madrid', '2027-10-31T00:30:00Z'],
    ['just after both', '2027-10-31T03:00', 'Europe/Madrid', '2027-10-31T02:00:00Z'],
    ['midnight left out', '2027-03-28T00:00', 'Asia/Beirut', '2027-03-27T22:00:00Z'],
    ['a change of half an hour', '2027-10-03T02:15', 'Australia/Lord_Howe', '2027-10-02T15:30:00Z'],
    ['a day left out', '2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T10:00:00Z'],
  ])('%s: %s in %s is %s', (_, local, timeZone, expected) => {
    expect(momentOf(local, timeZone)).toBe(utc(expected));
  });

  it('is the first moment at which the clocks show it or more', () => {
    fc.assert(
      fc.property(moment, zone, (ms, timeZone) => {
        const local = zonedText(ms, timeZone).slice(0, 19);
        const found = momentOf(local, timeZone);
        expect(found).toBeLessThanOrEqual(ms);
        expect(zonedText(found, timeZone).slice(0, 19) >= local).toBe(true);
        expect(zonedText(found - 1000, timeZone).slice(0, 19) < local).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('never turns the order of two local times round', () => {
    const local = moment.map(ms => new Date(ms).toISOString().slice(0, 16));
    fc.assert(
      fc.property(local, local, zone, (a, b, timeZone) => {
        const [first, second] = a < b ? [a, b] : [b, a];
        expect(momentOf(first, timeZone)).toBeLessThanOrEqual(momentOf(second, timeZone));
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['2027-03-10', '2027-02-30T10:00', '2027-03-10T24:00', '2027-03-10T18:00Z', '10/03/2027 18:00'])(
    'refuses %s',
    local => {
      expect(() => momentOf(local, 'Europe/Madrid')).toThrow(RangeError);
    },
  );

  it('refuses a zone that does not exist', () => {
    expect(() => momentOf('2027-03-10T18:00', 'Europe/Atlantis')).toThrow(RangeError);
  });
});

describe('the text of a moment in a zone', () => {
  it.each([
    ['2027-03-10T17:00:00Z', 'Europe/Madrid', '2027-03-10T18:00:00+01:00'],
    ['2027-03-28T01:00:00Z', 'Europe/Madrid', '2027-03-28T03:00:00+02:00'],
    ['2027-03-09T10:00:00Z', 'Pacific/Kiritimati', '2027-03-10T00:00:00+14:00'],
    ['2027-03-10T10:59:59Z', 'Pacific/Pago_Pago', '2027-03-09T23:59:59-11:00'],
    ['2027-01-10T15:30:00Z', 'America/St_Johns', '2027-01-10T12:00:00-03:30'],
    ['2027-01-10T15:30:00Z', 'UTC', '2027-01-10T15:30:00+00:00'],
  ])('%s in %s is %s', (at, timeZone, text) => {
    expect(zonedText(utc(at), timeZone)).toBe(text);
  });

  it('names the same moment, with the date there', () => {
    fc.assert(
      fc.property(moment, zone, (ms, timeZone) => {
        const text = zonedText(ms, timeZone);
        expect(utc(text)).toBe(ms);
        expect(text.slice(0, 10)).toBe(dateInZone(ms, timeZone));
        const there = new Intl.DateTimeFormat('sv', { timeZone }).format(ms);
        expect(dateInZone(ms, timeZone)).toBe(there);
      }),
    );
  });
});
