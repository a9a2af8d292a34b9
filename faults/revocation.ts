/** A key that is revoked at one gateway is rejected at the other within a second, even without notifications. */
import { boards } from '../e2e/call.ts';
import { type FaultProxy, startFaultProxy } from '../server/test/fault-proxy.ts';
import { endListening } from './checkers/facts-store.ts';
import { type Cluster, startCluster } from './cluster/start-cluster.ts';
import type { Fault, Verdict } from './fault.ts';
import { pause } from './load/journeys.ts';

const ROUNDS = 5;
const WITHIN_MS = 1_000;
const CLIENTS = 4;
const WATCHED_MS = 1_500;
const LATENCY_MS = 60;

interface Way {
  name: string;
  /** Starts the fault and returns a function that ends it. */
  begin(cluster: Cluster, proxy: FaultProxy): Promise<() => Promise<void>>;
}

const WAYS: readonly Way[] = [
  { name: 'with notifications', begin: async () => async () => {} },
  {
    name: 'with the listening connections closed repeatedly',
    begin: async cluster => keepEnding(cluster),
  },
  {
    name: `with the database ${LATENCY_MS} ms away, both ways`,
    async begin(_, proxy) {
      await proxy.set({ kind: 'latency', ms: LATENCY_MS });
      return () => proxy.clear();
    },
  },
];

export const fault: Fault = {
  name: 'revocation',
  about:
    'a key revoked at one gateway is refused at the other within a second, under load and without LISTEN',
  async run(context) {
    let proxy: FaultProxy | undefined;
    const cluster = await startCluster({
      folder: context.folder,
      ...{ gateways: 2, backends: 1, workers: 0 },
      prepareNodes: async ({ databaseUrl }) => {
        const url = new URL(databaseUrl);
        proxy = await startFaultProxy({ target: { host: url.hostname, port: Number(url.port) } });
      },
      envOf: (role, number, { databaseUrl }) =>
        role === 'gateway' && number === 1 ? { DATABASE_URL: through(databaseUrl, proxy) } : {},
    });
    try {
      const verdicts: Verdict[] = [];
      for (const way of WAYS) {
        const end = await way.begin(cluster, proxy as FaultProxy);
        const delays: number[] = [];
        for (let round = 0; round < ROUNDS; round++) delays.push(await revokeUnderFire(cluster));
        await end();
        const list = delays.map(ms => `${Math.round(ms)} ms`).join(', ');
        context.say(`${way.name}: last accepted after ${list}`);
        const late = delays.filter(ms => ms >= WITHIN_MS);
        verdicts.push({
          guarantee: `revoked within a second ${way.name}`,
          compared: `${ROUNDS} keys, last accepted after ${list}`,
          broken: late.map(ms => `accepted ${Math.round(ms)} ms after it was revoked`),
        });
      }
      return verdicts;
    } finally {
      await cluster.stop();
      await proxy?.close();
    }
  },
};

/** Returns how long the other gateway still accepted new requests after the key had been revoked. */
async function revokeUnderFire({ gateways, createKey, operate }: Cluster): Promise<number> {
  const { keyId, secret } = await createKey();
  const other = gateways[1]?.url ?? '';
  let lastPassedMs = 0;
  let isOver = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) {
      const sentMs = performance.now();
      const { status } = await boards(other, secret);
      if (status === 200) lastPassedMs = Math.max(lastPassedMs, sentMs);
    }
  });
  while (lastPassedMs === 0) await pause(20);
  await operate('keys/revoke', { keyId });
  const revokedMs = performance.now();
  await pause(WATCHED_MS);
  isOver = true;
  await Promise.all(clients);
  return Math.max(0, lastPassedMs - revokedMs);
}

async function keepEnding({ owner }: Cluster): Promise<() => Promise<void>> {
  let isOver = false;
  const ending = (async () => {
    while (!isOver) {
      await endListening(owner);
      await pause(20);
    }
  })();
  return async () => {
    isOver = true;
    await ending;
  };
}

function through(databaseUrl: string, proxy: FaultProxy | undefined): string {
  const url = new URL(databaseUrl);
  url.port = String(proxy?.port ?? url.port);
  return url.href;
}
