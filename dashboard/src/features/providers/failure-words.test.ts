import { expect, it } from 'vitest';
import {
  CAUSE_OPTIONS,
  countsLast,
  failureWords,
  knownOption,
  placeWords,
  retryWords,
  runsOf,
  runWords,
  shortId,
  waitedWords,
  withoutMessages,
} from './failure-words.ts';

const failure = { calls: 1, cause: 'SERVER', status: 503, supplierSays: 'Down.' } as const;

it('a failed call is described in a sentence, with the supplier’s message', () => {
  expect(failureWords(failure)).toBe(
    'The supplier returned a server error (503 Service Unavailable), “Down”',
  );
  expect(failureWords({ ...failure, cause: 'NOT_SENT', status: null, supplierSays: null })).toBe(
    'The call could not be sent',
  );
});

it('an entry that counts calls shows their number', () => {
  const many = { ...failure, calls: 1_204, cause: 'TIMEOUT', status: null, supplierSays: null } as const;
  expect(failureWords(many)).toBe('1,204 more calls: timeout');
});

it('a retry shows whether it succeeded, and a booking shows the number of its attempt', () => {
  expect(retryWords({ retry: 'SUCCEEDED', attempt: 1 })).toBe('Retried, succeeded');
  expect(retryWords({ retry: 'NONE', attempt: 1 })).toBe('Not retried');
  expect(retryWords({ retry: null, attempt: 2 })).toBe('Attempt 2');
  expect(retryWords({ retry: null, attempt: null })).toBe('');
});

it('a list shows the end of a request id', () => {
  expect(shortId('req_01J9ZD8K5N')).toBe('…ZD8K5N');
  expect(shortId('web-1')).toBe('web-1');
});

it('a filter of a URL applies only if it can be chosen', () => {
  expect(knownOption(CAUSE_OPTIONS, 'TIMEOUT')).toBe('TIMEOUT');
  expect(knownOption(CAUSE_OPTIONS, 'timeout')).toBeUndefined();
});

it('a call without recorded messages states why there are none', () => {
  const call = { attempt: 1, bookingId: null, operation: 'quote' } as const;
  expect(withoutMessages(call)).toBe('No message was sent or received.');
  expect(withoutMessages({ ...call, operation: 'sweep' })).toMatch(/^Reservation lists/);
  expect(withoutMessages({ ...call, bookingId: 'bkg_1' })).toMatch(/no recorded messages/);
  expect(withoutMessages({ ...call, attempt: null })).toMatch(/only counted/);
});

it('a row that only counts calls comes after the other calls of its minute', () => {
  const row = (at: string, calls = 1) => ({ at: `2026-11-17T${at}Z`, calls });
  const [counted, second, first, before] = [
    row('23:37:15', 25),
    row('23:37:14'),
    row('23:37:02'),
    row('23:36:59'),
  ] as const;
  expect(countsLast([counted, second, first, before])).toEqual([second, first, counted, before]);
});

it('consecutive calls that failed in the same way are counted together, with the time of the first and the last', () => {
  const call = (at: string, cause: 'TIMEOUT' | 'CONNECTION' = 'TIMEOUT', calls = 1) => ({
    ...({ at: `2026-11-18T15:05:${at}Z`, operation: 'quote', status: null, supplierSays: null } as const),
    ...{ cause, calls },
  });
  const runs = runsOf([
    call('08'),
    call('07'),
    call('05', 'TIMEOUT', 25),
    call('04', 'CONNECTION'),
    call('03'),
  ]);
  expect(runs.map(({ length }) => length)).toEqual([3, 1, 1]);
  const [run = []] = runs;
  expect(runWords(run, false)).toMatch(/^27 calls, 18 Nov 2026, \d+:\d\d:05 – \d+:\d\d:08$/);
  expect(runWords(run, true)).toMatch(/^27\+ calls, /);
});

it('the place of a failed call counts calls, of all that failed if that is known', () => {
  const rows = [
    { failureId: 'a', calls: 1 },
    { failureId: 'b', calls: 1 },
    { failureId: 'more', calls: 25 },
  ];
  const place = (id: string, hasMore: boolean, failed?: number) => placeWords(rows, id, { hasMore, failed });
  expect(place('a', false)).toBe('1 of 27 failed calls');
  expect(place('more', false)).toBe('3–27 of 27 failed calls');
  expect(place('b', true, 1_045)).toBe('2 of 1,045 failed calls');
  expect(place('b', true)).toBe('2 of 27+ failed calls');
  expect(place('other', false)).toBeUndefined();
});

it('a call without a response shows how long Serai waited for it', () => {
  const words = (cause: 'TIMEOUT' | 'CONNECTION', ...exchanges: { durationMs: number; response: null }[]) =>
    waitedWords({ calls: 1, cause }, exchanges);
  expect(words('TIMEOUT', { durationMs: 812, response: null })).toBe('No response within 812 ms');
  expect(words('TIMEOUT')).toBe('Timeout');
  expect(words('CONNECTION', { durationMs: 12, response: null })).toBe('No connection');
});
