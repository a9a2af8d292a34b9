import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../../../test/architecture/read-sources.ts';
import { STATUS_WORDS } from './itinerary-mapping.ts';
import {
  BOOK_BY_STATUS,
  BOOK_BY_TYPE,
  CANCEL_BY_STATUS,
  CANCEL_BY_TYPE,
  EXPIRED_LINK_TYPES,
  errorTypes,
  judgeBookError,
  judgeReadError,
  judgeRoomCancel,
  READ_BY_STATUS,
} from './outcomes.ts';

const page = readFileSync(join(repositoryRoot, 'docs/suppliers/rapid.md'), 'utf8');

/** The first two columns of the table under a heading, for rows that begin with a status or a type. */
function tableOf(heading: string): Record<string, string> {
  const section = page.split(`### ${heading}\n`)[1]?.split(/\n#/)[0] ?? '';
  const rows = [...section.matchAll(/^\| (?:(\d+)|`([^`]+)`) \| ([^|]+) \|/gm)];
  return Object.fromEntries(rows.map(([, status, type, outcome = '']) => [status ?? type, outcome.trim()]));
}

/** An outcome in the notation of the page. */
function written(outcome: string | { kind: string; reason?: string; cause?: string }): string {
  if (typeof outcome === 'string') return outcome;
  return [outcome.kind, outcome.reason ?? outcome.cause].filter(word => word !== undefined).join(' / ');
}

describe('docs/suppliers/rapid.md', () => {
  it.each([
    ['Book: statuses', BOOK_BY_STATUS],
    ['Book: error types', BOOK_BY_TYPE],
    ['Search, quote and lookup: statuses', READ_BY_STATUS],
    ['Cancel: statuses', CANCEL_BY_STATUS],
    ['Cancel: error types', CANCEL_BY_TYPE],
  ] as const)(
    'the Rapid documentation lists exactly the outcomes in the code under "%s"',
    (heading, table) => {
      const expected = Object.entries(table).map(([code, outcome]) => [code, written(outcome)]);
      expect(tableOf(heading)).toEqual(Object.fromEntries(expected));
    },
  );

  it('the Rapid documentation lists every room status and the types of an expired link', () => {
    for (const word of [...STATUS_WORDS, ...EXPIRED_LINK_TYPES]) expect(page).toContain(`\`${word}\``);
  });
});

describe('errors of Rapid', () => {
  it('the types of a Rapid error are its outer type and its nested types', () => {
    const nested = {
      type: 'invalid_input',
      errors: [{ type: 'a' }, { message: 'none' }, null, { type: 'b' }],
    };
    expect(errorTypes(nested)).toEqual(['invalid_input', 'a', 'b']);
    expect(errorTypes('text')).toEqual([]);
  });

  it('a server error never refuses a booking, whatever its type', () => {
    for (const type of Object.keys(BOOK_BY_TYPE)) expect(judgeBookError(500, [type]).kind).toBe('UNKNOWN');
  });

  it('a booking is DUPLICATE even if the response contains other errors', () => {
    const types = ['invalid_input', 'email.invalid', 'duplicate_itinerary'];
    expect(judgeBookError(400, types)).toEqual({ kind: 'DUPLICATE' });
  });

  it.each([
    [400, [], 'UNKNOWN'],
    [400, ['invalid_input'], 'UNKNOWN'],
    [400, ['unexpected', 'payments.invalid'], 'UNKNOWN'],
    [400, ['invalid_input', 'payments.invalid'], 'REFUSED'],
    [404, ['resource_not_found'], 'UNKNOWN'],
    [409, [], 'UNKNOWN'],
    [410, ['price_mismatch'], 'UNKNOWN'],
    [418, ['invalid_input'], 'UNKNOWN'],
    [403, [], 'NOT_EXECUTED'],
    [429, [], 'NOT_EXECUTED'],
  ])('a booking call with HTTP status %d and the error types %j is judged %s', (status, types, kind) => {
    expect(judgeBookError(status, types).kind).toBe(kind);
  });

  it('a failed cancellation is UNKNOWN unless Rapid states what happened', () => {
    expect(judgeRoomCancel(400, ['invalid_input', 'other']).kind).toBe('UNKNOWN');
    expect(judgeRoomCancel(200, []).kind).toBe('UNKNOWN');
    expect(judgeRoomCancel(502, []).kind).toBe('UNKNOWN');
    expect(judgeRoomCancel(400, ['room_already_cancelled'])).toEqual({ kind: 'CANCELLED' });
  });

  it('a failed read is GONE if its link has expired, and otherwise FAILED with a cause', () => {
    expect(judgeReadError(400, ['invalid_input', 'link.expired'])).toBe('GONE');
    expect(judgeReadError(504, [])).toBe('SERVER');
    expect(judgeReadError(302, [])).toBe('UNREADABLE');
  });
});
