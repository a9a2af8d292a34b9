/**
 * Prepares a cluster for the load: catalogue, keys and a webhook endpoint for all sandbox events. At the end it checks
 * the guarantees.
 */
import { EVENT_TYPES } from '@serai/contract/events.ts';
import { checkCluster } from '../checkers/check-cluster.ts';
import { type ClusterFacts, clusterFacts } from '../checkers/cluster-facts.ts';
import { countUnfinished } from '../checkers/facts-store.ts';
import { type Cluster, type ClusterOptions, startCluster } from '../cluster/start-cluster.ts';
import type { FaultContext, Verdict } from '../fault.ts';
import { prepareCatalogue } from './catalogue.ts';
import { type EventReceiver, startEventReceiver } from './event-receiver.ts';
import { pause } from './journeys.ts';
import type { LoadAccount } from './load-client.ts';
import type { LoadRecord } from './load-record.ts';
import type { RunningLoad } from './run-load.ts';

export interface LoadedCluster {
  cluster: Cluster;
  receiver: EventReceiver;
  /** One account in the sandbox and one in production. */
  accounts: readonly LoadAccount[];
  stop(): Promise<void>;
}

/**
 * The documented time in which everything in the sandbox settles after the faults, plus a margin for a busy
 * machine.
 */
const DRAINED_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 2_000;

export async function loadedCluster(
  context: FaultContext,
  shape: Omit<ClusterOptions, 'folder' | 'prepare'>,
): Promise<LoadedCluster> {
  const receiver = await startEventReceiver();
  const cluster = await startCluster({
    ...shape,
    folder: context.folder,
    prepare: owner => prepareCatalogue(owner, context.folder),
  });
  const stop = async () => {
    receiver.close();
    await cluster.stop();
  };
  try {
    const accounts: LoadAccount[] = [];
    for (const environment of ['sandbox', 'production'] as const) {
      const { secret, organisationId } = await cluster.createKey({ environment });
      accounts.push({ key: secret, organisationId, environment });
    }
    // Production webhooks cannot reach a receiver on this machine.
    await receiver.addEndpoint(cluster, 'sandbox', EVENT_TYPES);
    return { cluster, receiver, accounts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until nothing is open, reads everything as clients do, and then checks the guarantees. */
export async function judgeLoad(
  { cluster, receiver }: LoadedCluster,
  load: RunningLoad,
  record: LoadRecord,
  context: FaultContext,
): Promise<Verdict[]> {
  const judge = async (feeds: ClusterFacts['feeds']) => {
    const heard = { answers: record.answers, feeds, received: receiver.received };
    return checkCluster(await clusterFacts(cluster.owner, cluster.masterKey, heard));
  };
  const isSound = (verdicts: readonly Verdict[]) => verdicts.every(({ broken }) => broken.length === 0);
  const endMs = performance.now() + DRAINED_WITHIN_MS;
  let checks = 0;
  for (;;) {
    const left = await countUnfinished(cluster.owner);
    const isDrained = Object.values(left).every(count => count === 0);
    // A provider shows the hotel's actions before the booking does, so the guarantees may not hold yet.
    if ((isDrained && isSound(await judge([]))) || performance.now() > endMs) break;
    if (checks++ % 10 === 0)
      context.say(
        `${left.openBookings} bookings open, ${left.deliveries} deliveries, ${left.dueJobs} jobs due`,
      );
    await pause(LOOK_EVERY_MS);
  }
  context.say('reading every booking at every gateway, and the change feeds to the end');
  const feeds = await load.readToTheEnd();
  await load.lookAtAll();
  context.note('Responses', record.latencies());
  context.note('Failures', record.failuresByFault());
  context.note('Refusals', record.refusalTable());
  context.note('Webhooks', `${receiver.repeated()} deliveries were repeated.`);
  return judge(feeds);
}
