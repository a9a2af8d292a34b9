import { expect, test } from 'vitest';
import { z } from 'zod';
import { OPERATIONS } from '../operations.ts';
import { OPERATOR_OPERATIONS } from '../operator-operations.ts';
import { calendarDate, instant, instantInput, PERCENT_UP_TO_100, percent } from './values.ts';

const codesOf = (result: ReturnType<ReturnType<typeof instant>['safeParse']>) =>
  result.error?.issues.map(({ code }) => code) ?? [];

test('dates and instants before the year 1 are rejected', () => {
  expect(codesOf(instant().safeParse('0000-12-31T23:59:59Z'))).toEqual(['custom']);
  expect(codesOf(calendarDate().safeParse('0000-12-31'))).toEqual(['custom']);
  expect(codesOf(instant().safeParse('0001-01-01T00:00:00Z'))).toEqual([]);
  expect(codesOf(calendarDate().safeParse('9999-12-31'))).toEqual([]);
});

test('a timestamp in a request may write UTC as Z or as +00:00, and other offsets are rejected', () => {
  expect(codesOf(instantInput().safeParse('2027-03-12T09:30:00Z'))).toEqual([]);
  expect(instantInput().parse('2027-03-12T09:30:00.123456+00:00')).toBe('2027-03-12T09:30:00.123456Z');
  expect(codesOf(instantInput().safeParse('2027-03-12T09:30:00+01:00'))).toEqual(['custom']);
  expect(codesOf(instantInput().safeParse('2027-03-12T09:30:00'))).toEqual(['invalid_format']);
});

test('an invalid date is reported only once', () => {
  expect(codesOf(instant().safeParse('0000'))).toEqual(['invalid_format']);
  expect(codesOf(calendarDate().safeParse('0000-00-00'))).toEqual(['invalid_format']);
});

test('the pattern for at most 100 percent accepts exactly the percentages up to 100', () => {
  const wholes = [
    '',
    '0',
    '00',
    '007',
    '7',
    '42',
    '099',
    '99',
    '100',
    '101',
    '0100',
    '200',
    '999',
    '1000',
    '-1',
  ];
  const decimals = ['', '.', '.0', '.5', '.0000', '.0001', '.9999', '.00000', '.12345'];
  for (const text of wholes.flatMap(whole => decimals.map(each => whole + each))) {
    const isAllowed = percent().safeParse(text).success && Number(text) <= 100;
    expect([text, new RegExp(PERCENT_UP_TO_100).test(text)]).toEqual([text, isAllowed]);
  }
});

test('every timestamp in a request accepts +00:00, because generated clients may send it', () => {
  const timestamps: [string, boolean][] = [];
  for (const { name, input } of [...OPERATIONS, ...OPERATOR_OPERATIONS]) {
    z.toJSONSchema(input, {
      io: 'input',
      unrepresentable: 'any',
      override: ({ zodSchema }) => {
        const def = zodSchema._zod.def as { format?: string; offset?: boolean };
        if (def.format === 'datetime') timestamps.push([name, def.offset === true]);
      },
    });
  }
  expect(timestamps.length).toBeGreaterThan(20);
  expect(timestamps.filter(([, accepts]) => !accepts).map(([name]) => name)).toEqual([]);
});
