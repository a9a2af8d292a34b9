import { expect, test } from 'vitest';
import { checkResult, shownText } from './check-result.ts';

const pending = (attempts: number) => ({ status: 'PENDING', resolution: { attempts } }) as const;

test('the result of a check names the new status, or says that the outcome is still open', () => {
  const confirmed = { status: 'CONFIRMED', resolution: null } as const;
  expect(checkResult(pending(3), confirmed, '14:32').text).toBe(
    'Checked at the provider: the booking is now confirmed.',
  );
  expect(checkResult(pending(3), pending(4), '14:32').text).toContain(
    'Checked at 14:32: the outcome is still unknown.',
  );
  const silent = (attempts: number) => ({ status: 'ON_REQUEST', resolution: { attempts } }) as const;
  expect(checkResult(silent(3), silent(4), '14:32').text).toContain('the hotel has not decided yet');
});

test('a check that was not counted is reported as not completed', () => {
  expect(checkResult(pending(3), pending(3), '14:32').text).toContain('could not be completed');
});

test('a result stays after further attempts, unless the check was not completed', () => {
  const shown = (counted: number, later: number) =>
    shownText(checkResult(pending(3), pending(counted), '14:32'), pending(later));
  expect(shown(4, 6)).toContain('Checked at 14:32');
  expect(shown(3, 3)).toContain('could not be completed');
  expect(shown(3, 4)).toBeUndefined();
});
