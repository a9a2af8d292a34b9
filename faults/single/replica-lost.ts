/** Faults 46 and 47: read replicas die, hang, or stop replaying while partners read and book. */
import { setTimeout as delay } from 'node:timers/promises';
import { openOwnerDatabase } from '../../server/src/platform/database/connect.ts';
import { quietLog } from '../../server/src/platform/database/database-log.ts';
import type { Fault, FaultContext, Verdict } from '../fault.ts';
import { startBookers, tally } from './stage/bookers.ts';
import { replicaReads, startCatalogueReaders } from './stage/catalogue-reader.ts';
import { type Stage, withStage } from './stage/stage.ts';

const PARTNERS = 2;
const PHASE_MS = 6_000;
const MAX_LAG_SECONDS = 3;

export const replicaLost: Fault = {
  name: 'replica-lost',
  about: 'read replicas die one after the other and come back: no read fails, bookings are unaffected',
  run: context =>
    withReplicas(context, async (stage, phase) => {
      const [first, second] = stage.cluster.replicas;
      await first?.crash();
      await phase('one replica is dead');
      await second?.crash();
      await phase('both replicas are dead');
      await Promise.all([first?.startAgain(), second?.startAgain()]);
      await phase('both replicas are back');
    }),
};

export const replicaLagging: Fault = {
  name: 'replica-lagging',
  about: 'read replicas stop replaying: responses are never older than the limit, and no change is missed',
  run: context =>
    withReplicas(context, async (stage, phase) => {
      const owners = stage.cluster.replicas.map(({ url }) =>
        openOwnerDatabase({ address: { url }, log: quietLog, max: 1 }),
      );
      const [first, second] = owners;
      await first?.script('SELECT pg_wal_replay_pause()');
      await phase('one replica does not replay');
      await second?.script('SELECT pg_wal_replay_pause()');
      await phase('no replica replays');
      for (const owner of owners) await owner.script('SELECT pg_wal_replay_resume()');
      await phase('both replicas replay again');
      await Promise.all(owners.map(owner => owner.close()));
    }),
};

function withReplicas(
  context: FaultContext,
  play: (stage: Stage, phase: (what: string) => Promise<void>) => Promise<void>,
): Promise<Verdict[]> {
  const env = { SERAI_REPLICA_MAX_LAG_SECONDS: String(MAX_LAG_SECONDS) };
  const postgres = { settings: { wal_keep_size: '512MB' } };
  return withStage(context, { replicas: 2, env, postgres }, async stage => {
    const bookers = startBookers(Array.from({ length: PARTNERS }, () => stage.newPartner({})));
    const readers = await startCatalogueReaders(stage, MAX_LAG_SECONDS * 1000);
    let before = await replicaReads(stage);
    let fromReplicas = 0;
    const phase = async (what: string) => {
      await delay(PHASE_MS);
      const now = await replicaReads(stage);
      const during = Object.entries(now).map(([server, count]) => [server, count - (before[server] ?? 0)]);
      fromReplicas = Number(Object.fromEntries(during).replica ?? 0);
      before = now;
      context.say(`${what}: reads by ${during.map(([server, count]) => `${server} ${count}`).join(', ')}`);
    };
    await phase('both replicas are healthy');
    const atFirst = fromReplicas;
    await play(stage, phase);
    const verdicts = await readers.stop();
    await bookers.stop();
    context.say(tally(bookers.answers));
    const bad = bookers.answers.filter(({ status }) => status !== 200 && status !== 202);
    return [
      ...verdicts,
      {
        guarantee: 'replicas are used before and after the fault',
        compared: `${atFirst} and ${fromReplicas} reads`,
        broken: atFirst > 0 && fromReplicas > 0 ? [] : ['in one phase, no read was served by a replica'],
      },
      {
        guarantee: 'bookings are unaffected',
        compared: `${bookers.answers.length} responses`,
        broken: bad.map(({ operation, status, code }) => `${operation} returned ${status} ${code}`),
      },
      ...(await stage.judge()),
    ];
  });
}
