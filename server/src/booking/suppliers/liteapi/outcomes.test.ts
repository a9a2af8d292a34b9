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

/** The words of an outcome, as the page writes them. */
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
  ] as const)('lists exactly the outcomes of the code under "%s"', (heading, table) => {
    const expected = Object.entries(table).map(([code, outcome]) => [code, written(outcome)]);
    expect(tableOf(heading)).toEqual(Object.fromEntries(expected));
  });

  it('names the statuses after which a cancellation is checked, and every status word', () => {
    for (const status of CANCEL_CHECKED_STATUSES) expect(page).toContain(String(status));
    for (const word of STATUS_WORDS) expect(page).toContain(`\`${word}\``);
  });
});

describe('errors of LiteAPI', () => {
  const error = (code: number, ...texts: string[]) => ({ code, texts });

  it('never refuse or repeat a booking if the server failed', () => {
    for (const code of Object.keys(BOOK_BY_CODE))
      expect(judgeBookError(500, error(Number(code))).kind).toBe('UNKNOWN');
  });

  it('decide by their code, whatever the status below 500', () => {
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
  ])('%j gives %s', (given, kind) => {
    expect(judgeBookError(400, given).kind).toBe(kind);
  });

  it('of a prebook that has expired mean that the offer is gone', () => {
    expect(judgeBookError(400, error(4002, 'invalid prebookId, rate not found'))).toEqual({
      kind: 'REFUSED',
      reason: 'SOLD_OUT',
    });
  });

  it('of a cancellation are UNKNOWN unless LiteAPI rejected the key or the number of requests', () => {
    expect(judgeCancelError(304, undefined).kind).toBe('UNKNOWN');
    expect(judgeCancelError(400, error(5000)).kind).toBe('UNKNOWN');
    expect(judgeCancelError(401, error(401)).kind).toBe('NOT_EXECUTED');
    expect(judgeCancelError(403, undefined).kind).toBe('NOT_EXECUTED');
    expect(judgeCancelError(503, error(4290)).kind).toBe('UNKNOWN');
  });

  it('of a read with an unknown code or a server failure are SERVER', () => {
    expect(judgeReadError(400, error(1234))).toBe('SERVER');
    expect(judgeReadError(500, error(2001))).toBe('SERVER');
    expect(judgeReadError(302, undefined)).toBe('UNREADABLE');
  });
});
