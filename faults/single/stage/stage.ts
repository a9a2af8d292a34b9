/**
 * Common setup for single faults: a small cluster with the scenario hotels, a partner, a webhook receiver, and
 * the verdicts.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { EVENT_TYPES } from '@serai/contract/events.ts';
import type { OpenDatabase } from '../../../server/src/platform/database/connect.ts';
import { loadScenarioHotels } from '../../../server/test/scenario-hotels.ts';
import type { ClientAnswer } from '../../../server/test/simulation/clients/client-history.ts';
import { checkCluster } from '../../checkers/check-cluster.ts';
import { clusterFacts, type OutsideFacts } from '../../checkers/cluster-facts.ts';
import { countUnfinished } from '../../checkers/facts-store.ts';
import { type Cluster, type ClusterOptions, startCluster } from '../../cluster/start-cluster.ts';
import type { FaultContext, Verdict } from '../../fault.ts';
import { type EventReceiver, startEventReceiver } from '../../load/event-receiver.ts';
import { type Partner, partner } from './partner.ts';

export interface Stage {
  cluster: Cluster;
  context: FaultContext;
  partner: Partner;
  newPartner(options: { gateway?: number; key?: string; timeoutMs?: number }): Partner;
  key: string;
  /** Waits until nothing is open, then checks all guarantees. Pass another database if the original one is gone. */
  judge(owner?: OpenDatabase, outside?: OutsideRun): Promise<Verdict[]>;
}

export interface OutsideRun {
  /** Called when nothing is open any more, or when the time for that is over. */
  facts(): OutsideFacts;
  /** Called between two checks while bookings are open, for example to advance the clock of the database. */
  whileOpen(): Promise<void>;
}

/**
 * Covers a lease, the settling time of a test provider, and the pauses between checks. The checkers report
 * anything that stays open longer.
 */
const SETTLED_WITHIN_MS = 300_000;
const LOOK_EVERY_MS = 500;
const ABOUT_BOOKINGS: ReadonlySet<string> = new Set(['booking', 'cancel', 'bookingdetail', 'bookinglist']);

export async function withStage<T>(
  context: FaultContext,
  options: Omit<ClusterOptions, 'folder' | 'prepare'>,
  play: (stage: Stage) => Promise<T>,
): Promise<T> {
  const receiver = await startEventReceiver();
  const { folder } = context;
  const cluster = await startCluster({ ...options, folder, prepare: loadScenarioHotels });
  try {
    return await play(await openStage(context, cluster, receiver));
  } finally {
    await cluster.stop();
    receiver.close();
  }
}

async function openStage(context: FaultContext, cluster: Cluster, receiver: EventReceiver): Promise<Stage> {
  const { masterKey } = cluster;
  const answers: ClientAnswer[] = [];
  const { secret: key } = await cluster.createKey();
  const [organisation] = await cluster.owner<
    { id: string }[]
  >`SELECT id FROM organisation WHERE kind = 'PARTNER' LIMIT 1`;
  await receiver.addEndpoint(cluster, 'sandbox', EVENT_TYPES);
  const newPartner: Stage['newPartner'] = ({ gateway = 0, key: other, timeoutMs }) =>
    partner({
      url: () => cluster.gateways[gateway]?.url ?? '',
      key: other ?? key,
      organisationId: organisation?.id ?? '',
      answers,
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
  return {
    cluster,
    context,
    partner: newPartner({}),
    newPartner,
    key,
    async judge(owner = cluster.owner, outside) {
      context.say('the faults are over; waiting for open work to settle');
      const endMs = Date.now() + SETTLED_WITHIN_MS;
      while (Date.now() < endMs) {
        const { openBookings, deliveries, unsettledBills } = await countUnfinished(owner);
        if (openBookings + deliveries + unsettledBills === 0) break;
        if (openBookings > 0) await outside?.whileOpen();
        await delay(LOOK_EVERY_MS);
      }
      const { received } = receiver;
      const about = answers.filter(({ operation }) => ABOUT_BOOKINGS.has(operation));
      const heard = { answers: about, feeds: [], received };
      return checkCluster(await clusterFacts(owner, masterKey, heard, outside?.facts()));
    },
  };
}
