/** A cluster with everything that the load needs: catalogue, keys, an endpoint for every event; and how it is judged in the end. */
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
  /** Of the sandbox, then of production. */
  accounts: readonly LoadAccount[];
  stop(): Promise<void>;
}

/** Stated time within which everything open ends in the sandbox once faults have stopped, with a margin for a busy machine. */
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
    // Of production no receiver on this machine may be called.
    await receiver.addEndpoint(cluster, 'sandbox', EVENT_TYPES);
    return { cluster, receiver, accounts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Waits until nothing is open any more, reads everything as clients do, and judges. */
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
  let told = 0;
  for (;;) {
    const left = await countUnfinished(cluster.owner);
    const isDrained = Object.values(left).every(count => count === 0);
    // What hotels do by themselves shows in states a little later than in the ledger.
    if ((isDrained && isSound(await judge([]))) || performance.now() > endMs) break;
    if (told++ % 10 === 0)
      context.say(
        `${left.openBookings} bookings open, ${left.deliveries} deliveries, ${left.dueJobs} jobs due`,
      );
    await pause(LOOK_EVERY_MS);
  }
  context.say('reading every booking at every gateway, and the changes to their end');
  const feeds = await load.readToTheEnd();
  await load.lookAtAll();
  context.note('Answers', record.latencies());
  context.note('Failures', record.failuresByMoment());
  context.note('Refusals', record.refusalTable());
  context.note('Webhooks', `${receiver.repeated()} deliveries came again.`);
  return judge(feeds);
}
