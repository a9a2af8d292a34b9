import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../../../test/architecture/read-sources.ts';
import { STATUS_WORDS } from './booking-mapping.ts';
import {
  BOOK_BY_CODE,
  BOOK_BY_STATUS,
  CANCEL_BY_CODE,
  CANCEL_CHECKED_STATUSES,
  judgeBookError,
  judgeCancelError,
  judgeReadError,
  READ_BY_CODE,
  READ_BY_STATUS,
} from './outcomes.ts';

const page = readFileSync(join(repositoryRoot, 'docs/suppliers/liteapi.md'), 'utf8');

/** The first two columns of the table under a heading, for rows that begin with a number. */
function tableOf(heading: string): Record<string, string> {
  const section = page.split(`### ${heading}\n`)[1]?.split(/\n#/)[0] ?? '';
  const rows = [...section.matchAll(/^\| (\d+) \| ([^|]+) \|/gm)];
  return Object.fromEntries(rows.map(([, code = '', outcome = '']) => [code, outcome.trim()]));
}

/** An outcome in the notation of the page. */
function written(outcome: string | { kind: string; reason?: string; cause?: string }): string {
  if (typeof outcome === 'string') return outcome;
  return [outcome.kind, outcome.reason ?? outcome.cause].filter(word => word !== undefined).join(' / ');
}

describe('docs/suppliers/liteapi.md', () => {
  it.each([
    ['Book: error codes', BOOK_BY_CODE],
    ['Book: statuses without an error code', BOOK_BY_STATUS],
    ['Search, quote and lookup: error codes', READ_BY_CODE],
    ['Search, quote and lookup: statuses without a known error code', READ_BY_STATUS],
    ['Cancel: error codes', CANCEL_BY_CODE],
  ] as const)(
    'the LiteAPI documentation lists exactly the outcomes in the code under "%s"',
    (heading, table) => {
      const expected = Object.entries(table).map(([code, outcome]) => [code, written(outcome)]);
      expect(tableOf(heading)).toEqual(Object.fromEntries(expected));
    },
  );

  it('the LiteAPI documentation lists the statuses that need a lookup, and every booking status', () => {
    for (const status of CANCEL_CHECKED_STATUSES) expect(page).toContain(String(status));
    for (const word of STATUS_WORDS) expect(page).toContain(`\`${word}\``);
  });
});

describe('errors of LiteAPI', () => {
  const error = (code: number, ...texts: string[]) => ({ code, texts });

  it('a server error never refuses a booking, whatever its code', () => {
    for (const code of Object.keys(BOOK_BY_CODE))
      expect(judgeBookError(500, error(Number(code))).kind).toBe('UNKNOWN');
  });

  it('with any status below 500, the error code 4005 means DUPLICATE', () => {
    for (const status of [200, 400, 408, 409])
      expect(judgeBookError(status, error(4005))).toEqual({ kind: 'DUPLICATE' });
  });

  it.each([
    [error(5000, 'unable to process request'), 'UNKNOWN'],
    [error(5000, 'unable to process request', 'payment transaction id save failed'), 'UNKNOWN'],
    [error(5000, 'booking initial save failed, please try again'), 'UNKNOWN'],
    [error(5000, 'Payment failed please check your provided payment information'), 'REFUSED'],
    [error(5000, 'unable to process request', 'prebookId invalid data'), 'REFUSED'],
    [error(2013, 'booking failed'), 'UNKNOWN'],
    [error(9999), 'UNKNOWN'],
    [undefined, 'UNKNOWN'],
  ])('a LiteAPI booking call with the error %j has the outcome %s', (given, kind) => {
    expect(judgeBookError(400, given).kind).toBe(kind);
  });

  it('a booking with an expired prebook is refused as SOLD_OUT', () => {
    expect(judgeBookError(400, error(4002, 'invalid prebookId, rate not found'))).toEqual({
      kind: 'REFUSED',
      reason: 'SOLD_OUT',
    });
  });

  it('a failed LiteAPI cancellation is UNKNOWN unless an error below status 500 shows that it was not executed', () => {
    expect(judgeCancelError(304, undefined).kind).toBe('UNKNOWN');
    expect(judgeCancelError(400, error(5000)).kind).toBe('UNKNOWN');
    expect(judgeCancelError(401, error(401)).kind).toBe('NOT_EXECUTED');
    expect(judgeCancelError(403, undefined).kind).toBe('NOT_EXECUTED');
    expect(judgeCancelError(503, error(4290)).kind).toBe('UNKNOWN');
  });

  it('a read with an unknown code or a server error fails with SERVER', () => {
    expect(judgeReadError(400, error(1234))).toBe('SERVER');
    expect(judgeReadError(500, error(2001))).toBe('SERVER');
    expect(judgeReadError(302, undefined)).toBe('UNREADABLE');
  });
});
