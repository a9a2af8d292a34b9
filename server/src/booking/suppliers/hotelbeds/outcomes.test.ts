import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../../../../test/architecture/read-sources.ts';
import {
  bookFailure,
  cancelFailure,
  judgeError,
  lookupFailure,
  OUTCOME_RULES,
  readFailure,
} from './outcomes.ts';

interface Row {
  status: string;
  code: string;
  text: string;
  outcome: string;
}

/** The rows of the outcome table in the documentation. */
function documentedRows(): Row[] {
  const page = readFileSync(join(repositoryRoot, 'docs/suppliers/hotelbeds.md'), 'utf8');
  return page
    .split('\n')
    .filter(line => /^\| \d{3} \|/.test(line))
    .map(line => {
      const [, status = '', code = '', text = '', outcome = '', source = ''] = line
        .split('|')
        .map(cell => cell.trim());
      expect(source).not.toBe('');
      return { status, code, text, outcome };
    });
}

const reply = (status: number, json: unknown) => ({ kind: 'REPLY', status, json, retryAtMs: 1 }) as const;
const error = (code: string, message: string) => ({ error: { code: `${code}-AB12`, message } });

describe('the outcomes of Hotelbeds', () => {
  it('the Hotelbeds documentation has the same outcome table as the code', () => {
    const rows = OUTCOME_RULES.map(({ status, code, text }) => {
      const words = text?.source.split('|') ?? [];
      const booked = bookFailure(reply(status, error(code ?? 'OTHER', `x ${words[0] ?? ''} y`)));
      const detail =
        'reason' in booked ? booked.reason : booked.kind === 'NOT_EXECUTED' ? booked.cause : undefined;
      return {
        status: String(status),
        code: code === undefined ? '–' : `\`${code}\``,
        text: text === undefined ? '–' : `\`${words.join(' / ')}\``,
        outcome: detail === undefined ? booked.kind : `${booked.kind}, ${detail}`,
      };
    });
    expect(documentedRows()).toEqual(rows);
  });

  it('no outcome rule is shadowed by an earlier rule', () => {
    for (const { status, code, text, verdict } of OUTCOME_RULES) {
      for (const words of text?.source.split('|') ?? ['']) {
        expect(judgeError(status, error(code ?? 'OTHER', words))).toBe(verdict);
      }
    }
  });

  it.each([
    [500, error('NEW_ERROR', '')],
    [500, undefined],
    [400, undefined],
    [400, { error: 'text' }],
    [418, undefined],
    [200, error('PRODUCT_ERROR', 'Insufficient allotment')],
  ])('a Hotelbeds error outside the outcome table leaves a booking UNKNOWN: %i %j', (status, json) => {
    expect(bookFailure(reply(status, json)).kind).toBe('UNKNOWN');
    expect(cancelFailure(reply(status, json)).kind).toBe('UNKNOWN');
    expect(lookupFailure(reply(status, json)).kind).toBe('FAILED');
  });

  it('only the error text for an unknown booking means that a booking does not exist', () => {
    const words = 'Invalid data. The booking does not exist or you do not have permissions to access it.';
    for (const status of [400, 404, 500]) {
      expect(lookupFailure(reply(status, error('INVALID_DATA', words)))).toEqual({ kind: 'ABSENT' });
      expect(lookupFailure(reply(status, error('INVALID_DATA', 'Invalid data.'))).kind).toBe('FAILED');
    }
    expect(lookupFailure(reply(404, undefined)).kind).toBe('FAILED');
  });

  it('an error about an invalid request is not reported as a sold-out hotel', () => {
    expect(readFailure(reply(400, error('INVALID_REQUEST', '')), 'NONE')).toEqual({
      kind: 'FAILED',
      cause: 'SERVER',
    });
    expect(readFailure(reply(500, error('PRODUCT_ERROR', '')), 'NONE')).toEqual({ kind: 'NONE' });
    expect(readFailure(reply(400, error('INVALID_DATA', 'Invalid rateKey: …')), 'GONE')).toEqual({
      kind: 'GONE',
    });
  });
});
