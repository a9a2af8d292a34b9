import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runSerai, standIn } from '../../../test/cli.ts';
import { ManualClock } from '../../../test/manual-clock.ts';

const clock = new ManualClock(Date.parse('2026-07-02T10:18:00Z'));
const service = await standIn();
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

const serai = (typed: string) => runSerai(typed.split(' '), { env: service.env, clock });

describe('serai audit', () => {
  it('serai audit sends every filter and shows who changed what', async () => {
    const { code, out } = await serai(
      'audit --since 7d --until 1h --actor ana --action keys/update --target k --limit 5',
    );
    expect(code).toBe(0);
    expect(out).toContain('operator-token');
    expect(out).toContain('limits: {"perMinute":600} -> {"perMinute":1200}');
    expect(service.received[0]?.input).toEqual({
      from: '2026-06-25T10:18:00.000Z',
      to: '2026-07-02T09:18:00.000Z',
      actor: 'ana',
      action: 'keys/update',
      target: 'k',
      page: { limit: 5 },
    });
  });
});

describe('serai security', () => {
  it('serai security shows each finding with its advice', async () => {
    const { out } = await serai('security');
    expect(out).toContain('NO_EXPIRY');
    expect(out).toContain('Set an expiry, so that a forgotten key stops working.');
    service.answerNext(200, { findings: [], complete: true });
    expect((await serai('security')).out).toBe('No findings.\n');
  });
});
