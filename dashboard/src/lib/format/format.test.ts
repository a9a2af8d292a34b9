import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatBytes,
  formatDue,
  formatLeft,
  formatMoney,
  formatMs,
  formatSignedMoney,
} from './format.ts';

describe('formatMoney', () => {
  it.each([
    ['1234567.50', 'EUR', '1,234,567.50 EUR'],
    ['900', 'JPY', '900 JPY'],
    ['1000.125', 'KWD', '1,000.125 KWD'],
    ['-1200.00', 'EUR', '-1,200.00 EUR'],
  ])('formatMoney keeps the decimals of %s %s', (amount, currency, words) => {
    expect(formatMoney({ amount, currency })).toBe(words);
  });
});

it('formatLeft names the limit, unless it is unknown or was lowered in the meantime', () => {
  expect(formatLeft(99_998, 100_000)).toBe('99,998 of 100,000 left');
  expect(formatLeft(-1, 600)).toBe('0 of 600 left');
  expect([formatLeft(412), formatLeft(412, 60)]).toEqual(['412 left', '412 left']);
});

it('formatSignedMoney shows the sign of a change, and none for zero', () => {
  const eur = (amount: string) => formatSignedMoney({ amount, currency: 'EUR' });
  expect([eur('1200.00'), eur('-1200.00'), eur('0.00')]).toEqual([
    '+1,200.00 EUR',
    '−1,200.00 EUR',
    '0.00 EUR',
  ]);
});

describe('formatMs and formatBytes', () => {
  it.each([
    [0, '0 ms'],
    [0.42, '0.4 ms'],
    [120.6, '121 ms'],
    [1_250, '1.3 s'],
    [61_000, '61 s'],
  ])('formatMs formats %s milliseconds as %s', (ms, words) => expect(formatMs(ms)).toBe(words));

  it.each([
    [900, '900 B'],
    [2_048, '2.0 KiB'],
    [3 * 1024 ** 2, '3.0 MiB'],
  ])('formatBytes formats %s bytes as %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words));
});

describe('formatAgo', () => {
  it.each([
    [30_000, 'in less than a minute'],
    [59 * 60_000, 'in 59 minutes'],
    [119 * 60_000, 'in 1 h 59 min'],
    [26 * 3_600_000, 'tomorrow'],
    [-119 * 60_000, '1 hour ago'],
  ])('a time %i ms away is shown as “%s”', (differenceMs, text) => {
    const nowMs = Date.UTC(2027, 0, 1);
    expect(formatAgo(new Date(nowMs + differenceMs).toISOString(), nowMs)).toBe(text);
  });
});

describe('formatDue', () => {
  it.each([
    [-60_000, 'due now'],
    [0, 'due now'],
    [3_000, 'due now'],
    [240_000, 'in 4 minutes'],
  ])('an attempt that is due in %i ms is shown as “%s”', (differenceMs, text) => {
    const nowMs = Date.UTC(2027, 0, 1);
    expect(formatDue(new Date(nowMs + differenceMs).toISOString(), nowMs)).toBe(text);
  });
});
