import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { makeCursor, readCursor } from './cursor.ts';

const key = randomBytes(32);
const boundTo = ['keys/list', 'org_a', { environment: 'sandbox' }];
const position = ['2026-01-01 00:00:00.123456+00', 'ÄÖ_1'];

function code(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return error instanceof ApiError ? error.code : 'other';
  }
}

describe('a list cursor', () => {
  it('a list cursor contains the position it was created with', () => {
    expect(readCursor(key, boundTo, makeCursor(key, boundTo, position))).toEqual(position);
  });

  it('a list cursor is rejected for another organisation with other filters, and with another signing key', () => {
    const cursor = makeCursor(key, boundTo, position);
    expect(code(() => readCursor(key, ['keys/list', 'org_b', {}], cursor))).toBe('INVALID_CURSOR');
    expect(code(() => readCursor(randomBytes(32), boundTo, cursor))).toBe('INVALID_CURSOR');
  });

  it('a modified list cursor and an arbitrary string are rejected', () => {
    const cursor = makeCursor(key, boundTo, position);
    for (let at = 0; at < cursor.length; at++) {
      const other = cursor[at] === 'A' ? 'B' : 'A';
      const changed = cursor.slice(0, at) + other + cursor.slice(at + 1);
      expect(code(() => readCursor(key, boundTo, changed))).toBe('INVALID_CURSOR');
    }
    for (const rubbish of ['', 'x', ' ', 'null', `${cursor}=`, `${cursor} `, '💥'.repeat(50)]) {
      expect(code(() => readCursor(key, boundTo, rubbish))).toBe('INVALID_CURSOR');
    }
  });
});
