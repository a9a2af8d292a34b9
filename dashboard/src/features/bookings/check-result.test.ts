import { expect, test } from 'vitest';
import { checkResult } from './check-result.ts';

const pending = (attempts: number) => ({ status: 'PENDING', resolution: { attempts } }) as const;

test('the result of a check names the new status, or says that the outcome is still open', () => {
  const confirmed = { status: 'CONFIRMED', resolution: null } as const;
  expect(checkResult(pending(3), confirmed, '14:32')).toBe(
    'Checked at the provider: the booking is now confirmed.',
  );
  expect(checkResult(pending(3), pending(4), '14:32')).toContain(
    'Checked at 14:32: the outcome is still unknown.',
  );
  const silent = (attempts: number) => ({ status: 'ON_REQUEST', resolution: { attempts } }) as const;
  expect(checkResult(silent(3), silent(4), '14:32')).toContain('the hotel has not decided yet');
});

test('a check that was not counted is reported as not completed', () => {
  expect(checkResult(pending(3), pending(3), '14:32')).toContain('could not be completed');
});
