/**
 * Fault 30: an upgrade with bookings in progress. Processes of another version (`--other <checkout>`) start first.
 * Processes of this version join on the same schema and then take over. Both versions read, cancel and settle all
 * bookings.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { repositoryRoot } from '../../tools/install.mjs';
import type { ClusterNode } from '../cluster/cluster-node.ts';
import { CannotRun, type Fault, type Verdict } from '../fault.ts';
import { startBookers, tally } from './stage/bookers.ts';
import { type Stage, withStage } from './stage/stage.ts';

const PARTNERS = 4;
const PHASE_MS = 10_000;
const OPEN_EACH = 3;

export const twoVersions: Fault = {
  name: 'two-versions',
  about:
    'an upgrade from the version in --other <checkout> with bookings in progress: both versions read and settle all of them',
  async run(context) {
    const { other } = context;
    if (other === undefined)
      throw new CannotRun('pass a checkout of the previous version: --other <checkout>');
    const pairs = { gateways: 2, backends: 2, workers: 2 };
    return withStage(context, { ...pairs, checkout: other }, async stage => {
      const { gateways, backends, workers } = stage.cluster;
      const bookers = startBookers(both(stage, PARTNERS));
      const refs = await leaveOpen(stage);
      await delay(PHASE_MS);
      await upgrade(stage, [backends[0], gateways[0], workers[0]]);
      refs.push(...(await leaveOpen(stage)));
      const read = await everyoneReads(stage, refs);
      await delay(PHASE_MS);
      await upgrade(stage, [backends[1], gateways[1], workers[1]]);
      await delay(PHASE_MS);
      await bookers.stop();
      context.say(tally(bookers.answers));
      const odd = bookers.answers.filter(
        ({ status, code }) => ![0, 200, 202, 503].includes(status) && code !== 'OPERATION_IN_PROGRESS',
      );
      return [
        read,
        {
          guarantee: 'partners receive no unexpected responses',
          compared: `${bookers.answers.length} responses`,
          broken: odd.map(({ operation, status, code }) => `${operation} returned ${status} ${code}`),
        },
        ...(await stage.judge()),
      ];
    });
  },
};

function both(stage: Stage, count: number) {
  return Array.from({ length: count }, (_, i) => stage.newPartner({ gateway: i % 2 }));
}

async function upgrade({ context }: Stage, nodes: readonly (ClusterNode | undefined)[]): Promise<void> {
  for (const node of nodes) {
    await node?.stop();
    node?.runFrom(repositoryRoot);
    await node?.start();
    context.say(`${node?.name} now runs this version`);
  }
}

/** Makes bookings with an unknown outcome through each gateway. */
async function leaveOpen(stage: Stage): Promise<string[]> {
  const made = both(stage, 2 * OPEN_EACH).map(async partner => {
    const request = await partner.bookRequest('book.timeout_then_confirmed');
    await partner.call('booking', request);
    return request.clientReference as string;
  });
  return Promise.all(made);
}

async function everyoneReads(stage: Stage, references: readonly string[]): Promise<Verdict> {
  const broken: string[] = [];
  for (const [number, partner] of both(stage, 2).entries()) {
    for (const clientReference of references) {
      const { status } = await partner.call('bookingdetail', { clientReference });
      if (status !== 200) broken.push(`gateway ${number + 1} returns ${status} for ${clientReference}`);
    }
  }
  return { guarantee: 'both versions read all bookings', compared: `${2 * references.length} reads`, broken };
}
