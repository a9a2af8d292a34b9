import { expect, it } from 'vitest';
import {
  type Adapter,
  budgetWords,
  describeErrors,
  emailWords,
  errorRate,
  fieldsToSend,
  lastMinutes,
  recentWords,
  settingWords,
  sparkOf,
} from './provider.tsx';

type Field = Adapter['fields'][number];

it('a provider without calls has no error rate', () => {
  expect(errorRate({ calls: 0, errors: 0 })).toBeNull();
  expect(errorRate({ calls: 4, errors: 1 })).toBe(0.25);
});

it('the number of failed calls includes the number of timeouts', () => {
  const words = (errors: number, timeouts: number) => describeErrors({ errors, timeouts });
  expect([words(0, 0), words(3, 0), words(1, 1)]).toEqual([
    '0 failed',
    '3 failed, no timeouts',
    '1 failed with a timeout',
  ]);
  expect([words(45, 45), words(45, 1), words(45, 44)]).toEqual([
    '45 failed, all timeouts',
    '45 failed, including 1 timeout',
    '45 failed, including 44 timeouts',
  ]);
});

it('the last five minutes show whether the failures of the last hour go on', () => {
  const minute = (start: string, calls: number, errors: number) => ({ start, calls, errors, timeouts: 0 });
  const buckets = [
    minute('2027-01-01T10:00:00Z', 100, 90),
    minute('2027-01-01T10:08:00Z', 20, 3),
    minute('2027-01-01T10:12:00Z', 3, 0),
  ];
  const at = (time: string) => recentWords(lastMinutes(buckets, Date.parse(`2027-01-01T${time}Z`)));
  expect(at('10:12:30')).toBe('3 of the last 23 calls failed.');
  expect(at('10:14:30')).toBe('The last 3 calls succeeded.');
  expect(at('10:30:00')).toBe('No calls in the last 5 minutes.');
  const words = (calls: number, errors: number) => recentWords({ calls, errors, timeouts: 0 });
  expect([words(1, 0), words(1, 1), words(4, 4)]).toEqual([
    'The last call succeeded.',
    'The last call failed.',
    'The last 4 calls failed.',
  ]);
});

it('the emails about a failing provider are described for production, with and without a mail server', () => {
  expect(emailWords('production', true)).toMatch(/^Owners, admins and support staff get an email /);
  expect(emailWords('production', false)).toMatch(/no mail server is set up/);
  expect(emailWords('sandbox', true)).toMatch(/in production only\.$/);
});

it('the budget of a provider is described by the limit that is used up first', () => {
  const window = (used: number, limit: number) => ({ used, limit, left: limit - used });
  const none = { minute: null, day: null, blockedUntil: null };
  expect(budgetWords({ ...none, minute: window(1, 10), day: window(41, 50) })).toBe(
    '82% of the daily limit used',
  );
  expect(budgetWords({ ...none, minute: window(9, 10), day: window(41, 50) })).toBe(
    '90% of the per-minute limit used',
  );
  expect(budgetWords(none)).toBe('No limit');
  expect(budgetWords({ ...none, blockedUntil: '2026-07-02T10:00:00Z' })).toBe('Blocked by the supplier');
});

it('a small chart covers the whole period and leaves out no call', () => {
  expect(sparkOf([1, 2, 3, 4, 5], 3)).toEqual([3, 7, 5]);
  expect(sparkOf([1, 2], 30)).toEqual([1, 2]);
  expect(sparkOf([], 30)).toEqual([]);
});

it('the provider form sends secrets as credentials and other fields as settings, and omits empty fields', () => {
  const field = (name: string, type: Field['type'], secret = false): Field => ({
    ...{ name, label: name, description: '', type, choices: [], default: null, required: false, secret },
  });
  const adapter: Adapter = {
    adapter: 'a',
    name: 'A',
    description: '',
    fields: [
      field('timeoutMs', 'NUMBER'),
      field('version', 'TEXT'),
      field('net', 'FLAG'),
      field('apiKey', 'TEXT', true),
      field('note', 'TEXT'),
    ],
  };
  const values = {
    timeoutMs: ' 1500 ',
    version: '1.0',
    net: 'false',
    apiKey: '0042',
    note: ' ',
    unknown: 'x',
  };
  expect(fieldsToSend(adapter, values)).toEqual({
    settings: { timeoutMs: 1500, version: '1.0', net: false },
    credentials: { apiKey: '0042' },
  });
  expect(fieldsToSend(adapter, {})).toEqual({});
  expect(fieldsToSend(adapter, { version: '' }, { version: '1.0' })).toEqual({ settings: { version: '' } });
});

it('settings are shown with the labels of the form, except those that identify the provider', () => {
  const fields = [
    { name: 'timeoutMs', label: 'Timeout (ms)' },
    { name: 'usesNetRates', label: 'Net rates' },
    { name: 'number', label: 'Number', required: true },
  ] as Field[];
  const adapter = { fields } as Adapter;
  expect(settingWords({ timeoutMs: 900, usesNetRates: true, other: 'x' }, adapter)).toBe(
    'Timeout (ms): 900, Net rates: Yes, other: x',
  );
  expect(settingWords({ number: 2 }, adapter)).toBe('');
});
