import { beforeEach, describe, expect, test } from 'vitest';
import { keyRecord } from '../../../test/key-record.ts';
import { ManualClock } from '../../../test/manual-clock.ts';
import { createLog } from '../../platform/log.ts';
import { admit, refuse } from '../limits/limiter.ts';
import { type LimitAlert, LimitAlerts } from './limit-alerts.ts';

const record = keyRecord({ id: 'key', limits: { perMinute: 10, perHour: 100, perDay: 1_000 } });
const DAY_MS = 86_400_000;

let sent: LimitAlert[];
let failing: boolean;
let alerts: LimitAlerts;
beforeEach(() => {
  sent = [];
  failing = false;
  alerts = new LimitAlerts({
    send: async batch => {
      if (failing) throw new Error('no database');
      sent.push(...batch);
    },
    clock: new ManualClock(),
    log: createLog('silent'),
  });
});

const words = () => sent.map(({ kind, window, limit }) => `${kind} ${window} ${limit}`);

describe('notices about limits', () => {
  test('a rate window is reported at 80 % and at 100 %, each once a day', async () => {
    alerts.note(record, admit([3, 21, 201]), 0);
    await alerts.flusher.flush();
    expect(sent).toEqual([]);
    for (const left of [2, 1, 2, 0, 0]) alerts.note(record, admit([left, 90, 900]), 1);
    alerts.note(record, refuse([0, 90, 900], [5_000, 0, 0]), 2);
    await alerts.flusher.flush();
    expect(words()).toEqual(['limit.near minute 10', 'limit.reached minute 10']);
    alerts.note(record, admit([2, 20, 900]), DAY_MS - 1);
    await alerts.flusher.flush();
    expect(words().slice(2)).toEqual(['limit.near hour 100']);
  });

  test('a rate window is reported again the next day, and separately for each key', async () => {
    alerts.note(record, admit([0, 90, 900]), 0);
    alerts.note(record, admit([0, 90, 900]), DAY_MS);
    alerts.note(keyRecord({ id: 'other', limits: record.limits }), admit([0, 90, 900]), DAY_MS);
    await alerts.flusher.flush();
    expect(sent.map(({ keyId }) => keyId)).toEqual(['key', 'key', 'other']);
    expect(new Set(sent.map(({ occasion }) => occasion)).size).toBe(3);
  });

  test('a limit notice is sent later if the first attempt fails', async () => {
    failing = true;
    alerts.note(record, admit([0, 90, 900]), 0);
    await alerts.flusher.flush();
    failing = false;
    await alerts.flusher.flush();
    expect(words()).toEqual(['limit.reached minute 10']);
  });
});
