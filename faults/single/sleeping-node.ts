/**
 * Fault 19: a backend freezes in the middle of a booking, first for five seconds and then for longer than its
 * lease.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../e2e/child-process.ts';
import { isReady } from '../../e2e/serai-process.ts';
import type { ClusterNode } from '../cluster/cluster-node.ts';
import { CannotRun, type Fault, type Verdict } from '../fault.ts';
import { failpointEnv, NO_FAILPOINT } from './failpoints/failpoint-env.ts';
import { type Stage, withStage } from './stage/stage.ts';

const BLOCK_MS = 5_000;
/** Longer than a lease, which covers a test provider's deadline and the time to record its response. */
const PAST_LEASE_MS = 40_000;
const SOON_MS = 30_000;
const BETWEEN_BOOKINGS_MS = 300;
/** Interval at which a typical load balancer checks the health of a node. */
const LOOK_MS = 1_000;

export const sleepingNode: Fault = {
  name: 'sleeping-node',
  about: 'one of two backends freezes in the middle of a booking, for 5 s and for longer than its lease',
  run: context =>
    withStage(context, { backends: 2 }, async stage => {
      const [sleeper] = stage.cluster.backends;
      if (sleeper === undefined) throw new CannotRun('there is no backend');
      const blocked = await blockedLoop(stage, sleeper);
      const late = await sleptThroughLease(stage, sleeper);
      return [blocked, late, ...(await stage.judge())];
    }),
};

async function blockedLoop(stage: Stage, node: ClusterNode): Promise<Verdict> {
  const { partner, context } = stage;
  await node.stop();
  await node.start(failpointEnv('booking-sent', `block=${BLOCK_MS}`));
  const { answers, asleep } = await bookUntilAsleep(stage, node);
  const looked = await looksReady(node);
  const others: number[] = [];
  for (let i = 0; i < 10; i++) {
    const { status } = await partner.call('bookingdetail', { bookingId: asleep });
    others.push(status);
  }
  await until(
    () => isReady(node.url),
    SOON_MS,
    () => 'the node did not come back',
  );
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  context.say(
    `blocked for ${BLOCK_MS} ms: looked ready: ${looked}; bookings ${statuses.join(', ')}; others ${others.join(', ')}`,
  );
  const bad = [...statuses, ...others].filter(status => status !== 200 && status !== 202);
  return {
    guarantee: 'a node with a blocked event loop becomes unready, and no request fails',
    compared: `${statuses.length} bookings, ${others.length} reads`,
    broken: [
      ...bad.map(status => `a request returned ${status || 'nothing'}`),
      ...(looked ? ['it looked ready while it was blocked'] : []),
    ],
  };
}

async function sleptThroughLease(stage: Stage, node: ClusterNode): Promise<Verdict> {
  const { context, cluster } = stage;
  await node.stop();
  await node.start(failpointEnv('booking-sent', 'stop'));
  const { answers, asleep } = await bookUntilAsleep(stage, node);
  await delay(PAST_LEASE_MS);
  const before = await historyOf(stage, asleep);
  node.thaw();
  await until(
    () => isReady(node.url),
    SOON_MS,
    () => 'the node did not wake up',
  );
  await Promise.all(answers);
  await delay(LOOK_MS);
  const after = await historyOf(stage, asleep);
  const rows = await cluster.owner<{ fence: number; outcome: string | null }[]>`
    SELECT fence, outcome FROM booking_attempt WHERE booking_id = ${asleep}`;
  context.say(
    `frozen for ${PAST_LEASE_MS} ms: history ${before.join(', ')}; after it woke ${after.join(', ')}`,
  );
  await node.stop();
  await node.start(NO_FAILPOINT);
  const isFenced = rows.every(({ fence, outcome }) => fence === 2 && outcome === 'LEASE_ENDED');
  return {
    guarantee: 'a node that was frozen past its lease changes nothing',
    compared: `${before.length} entries before, ${after.length} after it woke`,
    broken: [
      ...(isFenced ? [] : [`the attempt is ${JSON.stringify(rows)}`]),
      ...(before.join() === after.join() ? [] : ['it changed the booking after its lease had expired']),
    ],
  };
}

/**
 * Makes bookings until one of them freezes the node. Gateways use the node again when they see that it is ready.
 */
async function bookUntilAsleep({ partner, cluster }: Stage, node: ClusterNode) {
  const answers: ReturnType<typeof partner.call>[] = [];
  const isAsleep = async () => {
    answers.push(partner.call('booking', await partner.bookRequest()));
    await delay(BETWEEN_BOOKINGS_MS);
    return !(await looksReady(node));
  };
  await until(isAsleep, SOON_MS, () => `${node.name} does not freeze`);
  const [row] = await cluster.owner<{ booking_id: string }[]>`
    SELECT booking_id FROM booking WHERE status = 'PENDING' ORDER BY created_at DESC LIMIT 1`;
  if (row === undefined) throw new Error('no booking is open');
  return { answers, asleep: row.booking_id };
}

async function looksReady({ url }: ClusterNode): Promise<boolean> {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(LOOK_MS) }).catch(
    () => undefined,
  );
  return response?.status === 200;
}

async function historyOf({ cluster }: Stage, bookingId: string): Promise<string[]> {
  const rows = await cluster.owner<{ version: number; to_status: string }[]>`
    SELECT version, to_status FROM booking_history WHERE booking_id = ${bookingId} ORDER BY version`;
  return rows.map(({ version, to_status }) => `${version} ${to_status}`);
}
