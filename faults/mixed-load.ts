/** Runs two nodes of each role under mixed load while one process after another is killed or frozen. */
import type { Fault } from './fault.ts';
import { gatewayChoice } from './load/gateway-choice.ts';
import { LoadRecord } from './load/load-record.ts';
import { judgeLoad, loadedCluster } from './load/loaded-cluster.ts';
import { playFaults } from './load/play-faults.ts';
import { runLoad } from './load/run-load.ts';

/**
 * The load is low enough for two busy cores, so that failures are caused by the faults and not by load shedding.
 */
const CLIENTS = 16;
const PAUSE_MS = [200, 1_000] as const;

export const fault: Fault = {
  name: 'mixed-load',
  about: '2 gateways, 2 backends, 2 workers under load; every 20 s one of them or Redis is killed or frozen',
  seconds: 600,
  async run(context) {
    const loaded = await loadedCluster(context, { gateways: 2, backends: 2, workers: 2 });
    const { cluster, accounts } = loaded;
    try {
      context.say(`${cluster.nodes().length} processes are ready; ${CLIENTS} clients begin`);
      const record = new LoadRecord();
      const load = runLoad({
        ...{ accounts, record, seed: context.seed, clients: CLIENTS, pauseMs: PAUSE_MS },
        gatewayChoice: gatewayChoice(cluster.gateways.map(({ url }) => url)),
      });
      const played = await playFaults({
        ...{ cluster, seed: context.seed, seconds: context.seconds },
        onChange(name) {
          const since = record.during;
          record.during = name;
          const { requests, failures } = record;
          context.say(
            `${name === 'nothing' ? `${since} is over` : name}; ${requests} responses, ${failures.length} failures`,
          );
        },
      });
      await load.stop();
      const list = played.map(
        ({ name, healedMs }) => `- ${name}: ready again after ${(healedMs / 1000).toFixed(1)} s`,
      );
      context.note('Faults', list.join('\n'));
      return await judgeLoad(loaded, load, record, context);
    } finally {
      await loaded.stop();
    }
  },
};
