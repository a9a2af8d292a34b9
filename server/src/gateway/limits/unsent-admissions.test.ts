import { Redis } from 'ioredis';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../test/manual-clock.ts';
import { MemoryLimiter } from './memory-limiter.ts';
import { type Addition, RedisCounters } from './redis-counters.ts';
import { UnsentAdmissions } from './unsent-admissions.ts';

/** Counters whose replies arrive when the test says so. */
class LateCounters extends RedisCounters {
  readonly sent: { addition: Addition; reply: (born: number) => void }[] = [];

  override add(addition: Addition): Promise<number> {
    return new Promise(reply => this.sent.push({ addition, reply }));
  }
}

test('a late reply to an addition that was sent twice does not delete a newer addition', async () => {
  const clock = new ManualClock(Date.UTC(2026, 2, 29));
  const shadow = new MemoryLimiter(clock);
  const counters = new LateCounters({ redis: new Redis({ lazyConnect: true }), clock, deadlineMs: 50 });
  const unsent = new UnsentAdmissions(clock, shadow);
  const admit = () => {
    shadow.count('key_1');
    unsent.count('key_1');
  };
  const send = () => unsent.send(counters, 0, () => true);
  admit();
  const sends = [send(), send()];
  const [first, repeated] = counters.sent;
  expect(repeated?.addition).toBe(first?.addition);
  repeated?.reply(2);
  await sends[1];
  admit();
  const third = send();
  first?.reply(1);
  await sends[0];
  expect(unsent.size).toBe(1);
  expect(shadow.find('key_1')?.born).toBe(2);
  counters.sent[2]?.reply(2);
  await third;
  expect(unsent.size).toBe(0);
  await Promise.all([unsent.close(), shadow.close()]);
});
