/** Faults 16 and 17: Redis hangs, loses all data, dies and comes back while partners book. */
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, Verdict } from '../fault.ts';
import { startBookers, tally } from './stage/bookers.ts';
import { type Stage, withStage } from './stage/stage.ts';

const PARTNERS = 4;
const PHASE_MS = 6_000;
const BOARDS = '/content/hotels/v1/boards';
/** Maximum additional time for rate limiting, compared with a healthy Redis. */
const MOST_MORE_MS = 50;
const LIMIT = 60;

export const cacheLost: Fault = {
  name: 'cache-lost',
  about:
    'Redis hangs, is flushed, dies and comes back: limits hold, bookings are unaffected, no request waits for it',
  run: context =>
    withStage(context, { gateways: 2 }, async stage => {
      const { redis } = stage.cluster;
      const partners = Array.from({ length: PARTNERS }, (_, i) => stage.newPartner({ gateway: i % 2 }));
      const bookers = startBookers(partners);
      const slower: string[] = [];
      const usual = await measure(stage);
      context.say(`Redis is healthy: ${describe(usual)}`);
      const measureDuring = async (what: string) => {
        const times = await measure(stage);
        const moreMs = costMs(times) - costMs(usual);
        context.say(`${what}: ${describe(times)}; ${moreMs.toFixed(1)} ms more than before`);
        if (moreMs > MOST_MORE_MS) slower.push(`${what}: ${moreMs.toFixed(1)} ms more`);
      };
      redis.pause();
      await measureDuring('Redis hangs');
      redis.resume();
      await measureDuring('Redis continues');
      await flush(redis.port);
      await measureDuring('Redis is empty');
      const admitted: Verdict[] = [];
      await redis.kill();
      await measureDuring('Redis is dead');
      admitted.push(await limitHolds(stage, 'without Redis'));
      await redis.restart();
      await measureDuring('Redis is back');
      admitted.push(await limitHolds(stage, 'with Redis again'));
      await bookers.stop();
      context.say(tally(bookers.answers));
      const bad = bookers.answers.filter(({ status }) => status !== 200 && status !== 202);
      return [
        {
          guarantee: `at most ${MOST_MORE_MS} ms more`,
          compared: '5 states of Redis, medians',
          broken: slower,
        },
        {
          guarantee: 'bookings are unaffected',
          compared: `${bookers.answers.length} responses`,
          broken: bad.map(({ operation, status, code }) => `${operation} returned ${status} ${code}`),
        },
        ...admitted,
        ...(await stage.judge()),
      ];
    }),
};

interface Times {
  /** Durations in milliseconds of requests that count towards a limit. */
  counted: number[];
  /** Durations of interleaved requests without a limit, which show how busy the machine is. */
  uncounted: number[];
  /** Number of requests that were shed because the machine was busy. */
  shed: number;
}

/** Sends requests one after the other to both gateways in turn. */
async function measure({ cluster, key }: Stage): Promise<Times> {
  const endMs = performance.now() + PHASE_MS;
  const times: Times = { counted: [], uncounted: [], shed: 0 };
  for (let number = 0; performance.now() < endMs; number++) {
    const url = cluster.gateways[number % 2]?.url;
    const fromMs = performance.now();
    await (await fetch(`${url}/healthz`)).arrayBuffer();
    const betweenMs = performance.now();
    const { status } = await boards(url, key);
    if (status === 503) times.shed += 1;
    else if (status !== 200) throw new Error(`boards returned ${status}`);
    if (status !== 200) continue;
    times.uncounted.push(betweenMs - fromMs);
    times.counted.push(performance.now() - betweenMs);
    await delay(5);
  }
  return times;
}

/** Returns the cost of rate limiting: the difference between the medians. */
function costMs({ counted, uncounted }: Times): number {
  return median(counted) - median(uncounted);
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

function describe(times: Times): string {
  const [counted, uncounted] = [times.counted, times.uncounted].map(each => median(each).toFixed(1));
  return `${times.counted.length} requests, median ${counted} ms, without a limit ${uncounted} ms, ${times.shed} shed`;
}

async function boards(url: string | undefined, key: string): Promise<Response> {
  const response = await fetch(`${url}${BOARDS}`, {
    method: 'POST',
    headers: { authorization: `ApiKey ${key}`, 'content-type': 'application/json' },
    body: '{}',
  });
  await response.arrayBuffer();
  return response;
}

async function limitHolds({ cluster, context }: Stage, when: string): Promise<Verdict> {
  const limits = { perMinute: LIMIT, perHour: 10_000, perDay: 100_000 };
  const { secret } = await cluster.createKey({ limits });
  const calls = Array.from({ length: 4 * LIMIT }, (_, i) => boards(cluster.gateways[i % 2]?.url, secret));
  const passed = (await Promise.all(calls)).filter(({ status }) => status === 200).length;
  context.say(`${when}: ${passed} of ${calls.length} calls passed a limit of ${LIMIT}`);
  const broken = passed > LIMIT || passed === 0 ? [`${passed} calls passed`] : [];
  return { guarantee: `limits hold ${when}`, compared: `${calls.length} calls at two gateways`, broken };
}

async function flush(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('FLUSHALL\r\n'));
    socket.once('data', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}
