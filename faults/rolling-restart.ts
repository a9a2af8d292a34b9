/** Restarts every process gracefully in turn, twice, under load. No request may fail. */

import { repositoryRoot } from '../tools/install.mjs';
import type { Fault, FaultContext } from './fault.ts';
import { gatewayChoice } from './load/gateway-choice.ts';
import { pause } from './load/journeys.ts';
import { startLoadBalancer } from './load/load-balancer.ts';
import { LoadRecord } from './load/load-record.ts';
import { judgeLoad, type LoadedCluster, loadedCluster } from './load/loaded-cluster.ts';
import { runLoad } from './load/run-load.ts';

/** The load is so low that load shedding is unlikely, so that failures are caused by restarts. */
const CLIENTS = 8;
const PAUSE_MS = [200, 1_000] as const;
const CHECK_EVERY_MS = 500;
/** Long enough for the load balancer to notice that a node is not ready, even on a busy machine. */
const SHUTDOWN_DELAY_SECONDS = '2';
const REST_MS = 2_000;

export const fault: Fault = {
  name: 'rolling-restart',
  about:
    'every process in turn is stopped with SIGTERM and restarted, twice, behind a load balancer: no request fails',
  async run(context) {
    const loaded = await loadedCluster(context, {
      ...{ gateways: 2, backends: 2, workers: 2 },
      env: { SERAI_SHUTDOWN_DELAY_SECONDS: SHUTDOWN_DELAY_SECONDS },
    });
    const { cluster, accounts } = loaded;
    const balancer = await startLoadBalancer(
      cluster.gateways.map(({ url }) => url),
      CHECK_EVERY_MS,
    );
    try {
      const record = new LoadRecord();
      const load = runLoad({
        ...{ accounts, record, seed: context.seed, clients: CLIENTS, pauseMs: PAUSE_MS },
        gatewayChoice: gatewayChoice([balancer.url]),
      });
      await pause(REST_MS);
      const { restarts, unclean } = await restartAll(loaded, record, context);
      await load.stop();
      const { requests } = record;
      const shed = new Set(record.shed());
      const failures = record.failures
        .filter(failure => !shed.has(failure))
        .map(({ operation, kind, code, during }) => `${operation} ${kind} ${code} during ${during}`);
      const verdicts = await judgeLoad(loaded, load, record, context);
      const overloaded =
        shed.size === 0 ? '' : `, besides ${shed.size} that the busy machine made gateways shed`;
      const compared = `${requests} requests over ${restarts} restarts${overloaded}`;
      return [
        { guarantee: 'zero failed requests', compared, broken: failures },
        {
          guarantee: 'every process shuts down cleanly',
          compared: `${restarts} exit codes`,
          broken: unclean,
        },
        ...verdicts,
      ];
    } finally {
      await balancer.close();
      await loaded.stop();
    }
  },
};

/** The first round switches to the other version, if there is one. The second round switches back. */
async function restartAll(
  { cluster }: LoadedCluster,
  record: LoadRecord,
  { say, other }: FaultContext,
): Promise<{ restarts: number; unclean: string[] }> {
  const unclean: string[] = [];
  let restarts = 0;
  for (const checkout of [other ?? repositoryRoot, repositoryRoot]) {
    for (const node of cluster.nodes()) {
      const what = checkout === repositoryRoot ? node.name : `${node.name} as the other version`;
      record.during = `restart of ${what}`;
      const startedMs = performance.now();
      const code = await node.stop();
      if (code !== 0) unclean.push(`${node.name} ended with ${code}`);
      const stoppedMs = performance.now();
      node.runFrom(checkout);
      await node.start();
      restarts += 1;
      const seconds = (ms: number) => (ms / 1000).toFixed(1);
      say(
        `${what}: stopped in ${seconds(stoppedMs - startedMs)} s, ready in ${seconds(performance.now() - stoppedMs)} s; ` +
          `${record.requests} responses, ${record.failures.length} failures`,
      );
      await pause(REST_MS);
    }
  }
  record.during = 'nothing';
  return { restarts, unclean };
}
