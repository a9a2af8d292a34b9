import { describe, expect, it } from 'vitest';
import { isRepeated, isShownFailure } from './open-notices.tsx';

describe('notices above the overview', () => {
  it('a notice about an endpoint is hidden only if the overview shows this endpoint', () => {
    const notice = { kind: 'webhook.failing', subjectId: 'whk_1' } as const;
    expect(isRepeated(notice, ['whk_1'])).toBe(true);
    expect(isRepeated(notice, ['whk_2'])).toBe(false);
    expect(isRepeated(notice, [])).toBe(false);
  });

  it('while the overview loads, notices about endpoints wait, and others do not', () => {
    expect(isRepeated({ kind: 'webhook.disabled', subjectId: 'whk_1' }, undefined)).toBe(true);
    expect(isRepeated({ kind: 'provider.down' as never, subjectId: 'prv_1' }, undefined)).toBe(false);
  });
});

it('a notice about automatic emails is hidden only while the billing page shows the same failure', () => {
  const notice = { kind: 'billing.schedule_failed', subjectId: 'statements' } as const;
  expect(isShownFailure(notice, ['statements', 'reminders'])).toBe(true);
  expect(isShownFailure(notice, ['reminders'])).toBe(false);
  expect(isShownFailure(notice, [''])).toBe(false);
  expect(isShownFailure(notice, undefined)).toBe(false);
});
