/** Fault 13: PostgreSQL stops immediately, closes all connections, and restarts while partners book. */
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../e2e/child-process.ts';
import type { Fault, Verdict } from '../fault.ts';
import { type Bookers, startBookers, tally } from './stage/bookers.ts';
import { type Stage, withStage } from './stage/stage.ts';

const PARTNERS = 6;
const RESTARTS = 3;
const BETWEEN_MS = 5_000;
/** Maximum time until the first booking succeeds after the database accepts connections again. */
const BACK_WITHIN_MS = 5_000;
const GIVEN_UP_MS = 60_000;

export const databaseRestart: Fault = {
  name: 'database-restart',
  about: 'PostgreSQL crashes and recovers three times while partners book and cancel',
  run: context =>
    withStage(context, {}, async stage => {
      const bookers = startBookers(Array.from({ length: PARTNERS }, () => stage.newPartner({})));
      const late: string[] = [];
      for (let number = 1; number <= RESTARTS; number++) {
        await delay(BETWEEN_MS);
        late.push(...(await restart(stage, bookers, number)));
      }
      await delay(BETWEEN_MS);
      await bookers.stop();
      context.say(tally(bookers.answers));
      return [
        { guarantee: `bookings within ${BACK_WITHIN_MS} ms`, compared: `${RESTARTS} restarts`, broken: late },
        onlyExpected(bookers),
        ...(await stage.judge()),
      ];
    }),
};

async function restart({ cluster, context }: Stage, bookers: Bookers, number: number): Promise<string[]> {
  const { postgres } = cluster;
  await postgres.crash();
  await postgres.startAgain();
  const upMs = Date.now();
  await until(
    () => bookers.firstGoodMs(upMs) !== undefined,
    GIVEN_UP_MS,
    () => 'no booking succeeds after the restart',
  );
  const backMs = (bookers.firstGoodMs(upMs) ?? 0) - upMs;
  context.say(`restart ${number}: the first booking ${backMs} ms after the database was back`);
  return backMs <= BACK_WITHIN_MS ? [] : [`restart ${number}: ${backMs} ms`];
}

/**
 * Expected failures are 503, a lost response, OPERATION_IN_PROGRESS and QUOTE_EXPIRED. The checkers verify that nothing
 * was sent if the response was 503.
 */
function onlyExpected({ answers }: Bookers): Verdict {
  const others = answers.filter(
    ({ status, code }) =>
      ![0, 200, 202, 503].includes(status) && code !== 'OPERATION_IN_PROGRESS' && code !== 'QUOTE_EXPIRED',
  );
  return {
    guarantee: 'only 503, 202 or the booking is returned',
    compared: `${answers.length} responses`,
    broken: others.map(({ operation, status, code }) => `${operation} returned ${status} ${code}`),
  };
}
