import { expect, test } from 'vitest';
import { statusRows } from './status-table.tsx';

const error = (code: string, status: number, retryable: boolean) =>
  ({ code, status, retryable, action: '' }) as never;

test('each status of an operation appears once, with its codes and whether a retry helps', () => {
  const errors = [
    error('TIMEOUT', 504, true),
    error('SOLD_OUT', 409, false),
    error('IN_PROGRESS', 409, true),
  ];
  expect(statusRows({ statuses: [202, 200], errors })).toEqual([
    { status: 200, codes: [], isRetryable: undefined },
    { status: 202, codes: [], isRetryable: undefined },
    { status: 409, codes: ['SOLD_OUT', 'IN_PROGRESS'], isRetryable: undefined },
    { status: 504, codes: ['TIMEOUT'], isRetryable: true },
  ]);
});
