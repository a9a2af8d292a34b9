/** Compares forwarding over HTTP to a second process with nginx and HAProxy in front of the same backend. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goFirst } from '../measure/go-first.ts';
import { cpuMs, descendantsCpuMs } from '../measure/process-use.ts';
import { type Aim, printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { type Contender, type Figures, runRounds } from '../measure/rounds.ts';
import { median, ratios, withSpread } from '../measure/statistics.ts';
import { askCodeList, CODE_LIST_PATH, checkSameAnswer, writeCodeListScript } from './code-list.ts';
import { startFastifyGateway, startNodeReference } from './references/node-reference.ts';
import { startHaproxy, startNginx } from './references/proxies.ts';
import { startSerai } from './serai-process.ts';
import { startSharedDatabase } from './shared-database.ts';

const LOAD = { rounds: 5, seconds: 4, warmUpSeconds: 4, connections: 64, threads: 2 };
const ALONE = { rounds: 5, seconds: 3, warmUpSeconds: 1, connections: 1, threads: 1 };

goFirst();
const folder = await mkdtemp(join(tmpdir(), 'serai-bench-'));
const stops: (() => Promise<void>)[] = [];
try {
  const contenders = await startContenders();
  report(await runRounds(contenders, LOAD), await runRounds(contenders, ALONE));
} finally {
  for (const stop of stops.reverse()) await stop();
  await rm(folder, { recursive: true, force: true });
}

async function startContenders(): Promise<Contender[]> {
  const database = await startSharedDatabase(join(folder, 'database'));
  stops.push(database.stop);
  const { env } = database;
  const backend = await startSerai({ dataDir: join(folder, 'backend'), role: 'backend', env });
  stops.push(backend.stop);
  const gatewayTo = async (name: string, backendUrl: string) => {
    const gatewayEnv = { ...env, SERAI_BACKEND_URLS: backendUrl };
    const gateway = await startSerai({ dataDir: join(folder, name), role: 'gateway', env: gatewayEnv });
    stops.push(gateway.stop);
    return gateway;
  };

  const whole = await gatewayTo('whole', backend.backendUrl);
  const key = await whole.createKey('production');
  const script = await writeCodeListScript(folder, 'production', key);
  const answer = await askCodeList(whole.interfaceUrl, key);
  const bare = await startNodeReference({ program: 'bare-server', answer, folder });
  const gateway = await gatewayTo('gateway', bare.url);
  const nginx = await startNginx({ backendUrl: bare.url, folder });
  const haproxy = await startHaproxy({ backendUrl: bare.url, folder });
  const assembled = await startFastifyGateway({ backendUrl: bare.url, key, folder });
  stops.push(bare.stop, nginx.stop, haproxy.stop, assembled.stop);
  for (const { url } of [bare, nginx, haproxy, assembled]) await checkSameAnswer(url, key, answer);

  const contender = (name: string, url: string, cpu: Contender['cpu']): Contender => ({
    name,
    url: `${url}${CODE_LIST_PATH}`,
    script,
    cpu,
  });
  const behind = { backend: () => cpuMs(bare.pid) };
  return [
    contender('backend only', bare.url, behind),
    contender('nginx', nginx.url, { proxy: () => cpuMs(nginx.pid) + descendantsCpuMs(nginx.pid), ...behind }),
    contender('HAProxy', haproxy.url, {
      proxy: () => cpuMs(haproxy.pid) + descendantsCpuMs(haproxy.pid),
      ...behind,
    }),
    contender('Fastify assembly', assembled.url, { proxy: () => cpuMs(assembled.pid), ...behind }),
    contender('Serai gateway', gateway.interfaceUrl, { proxy: () => cpuMs(gateway.pid), ...behind }),
    contender('Serai gateway and backend', whole.interfaceUrl, {
      proxy: () => cpuMs(whole.pid),
      backend: () => cpuMs(backend.pid),
    }),
  ];
}

function report(load: Map<Contender, Figures>, alone: Map<Contender, Figures>): void {
  const contenders = [...load.keys()];
  const [bare, nginx, , assembly, gateway] = contenders as [
    Contender,
    Contender,
    Contender,
    Contender,
    Contender,
  ];
  const under = (contender: Contender) => load.get(contender) as Figures;
  const lone = (contender: Contender) => alone.get(contender) as Figures;
  const speed = (contender: Contender, beside: Contender) =>
    ratios(under(contender).perSecond, under(beside).perSecond);
  const calmest = (contender: Contender, member: 'p50Ms' | 'p99Ms') => Math.min(...lone(contender)[member]);
  const added = (contender: Contender, member: 'p50Ms' | 'p99Ms') =>
    calmest(contender, member) - calmest(bare, member);
  const cpu = (contender: Contender, name: string) => under(contender).cpuUs[name] ?? [];
  const perCore = (contender: Contender) => cpu(contender, 'proxy').map(us => 1e6 / us);

  printTitle('Forwarding to a second process');
  printText(
    `wrk, the proxy and the backend share all cores of the machine. Throughput is measured with ${LOAD.connections} connections. ` +
      `The added latency is measured with one connection and taken from the calmest round. Figures are medians of ${LOAD.rounds} rounds of ` +
      `${LOAD.seconds} s (minimum–maximum). The backend is bare node:http, which sends the bytes and headers of a real response; ` +
      'only the last row uses a Serai backend. nginx has two workers and HAProxy two threads. Both keep connections to the backend ' +
      'open, and neither checks nor logs anything. The Fastify assembly is one process of Fastify with @fastify/http-proxy, @fastify/rate-limit ' +
      '(three windows in memory), a key looked up by its digest, a cached token and a log file. The gateway is one process that does all of its checks, counting and logging.',
  );
  printTable(
    [
      'in front of the backend',
      'requests/s',
      'relative to nginx',
      'µs CPU proxy',
      'µs CPU backend',
      'added p50 ms',
      'added p99 ms',
    ],
    contenders.map(contender => [
      contender.name,
      withSpread(under(contender).perSecond, 0),
      withSpread(speed(contender, nginx), 2),
      contender === bare ? '' : withSpread(cpu(contender, 'proxy'), 1),
      withSpread(cpu(contender, 'backend'), 1),
      added(contender, 'p50Ms').toFixed(2),
      added(contender, 'p99Ms').toFixed(2),
    ]),
  );
  const share = median(speed(gateway, nginx));
  const cost = median(ratios(cpu(gateway, 'proxy'), cpu(bare, 'backend')));
  const p50 = added(gateway, 'p50Ms');
  const p99 = added(gateway, 'p99Ms');
  const rate = median(perCore(gateway));
  const beside = median(speed(gateway, assembly));
  const aims: Aim[] = [
    {
      what: 'requests/s relative to the Fastify assembly',
      target: '≥ 3.5',
      figure: beside.toFixed(2),
      reached: beside >= 3.5,
    },
    { what: 'requests/s relative to nginx', target: '≥ 1', figure: share.toFixed(2), reached: share >= 1 },
    {
      what: 'CPU time of the gateway relative to a bare request',
      target: '≤ 2',
      figure: cost.toFixed(2),
      reached: cost <= 2,
    },
    { what: 'added p50', target: '≤ 1 ms', figure: `${p50.toFixed(2)} ms`, reached: p50 <= 1 },
    { what: 'added p99', target: '≤ 5 ms', figure: `${p99.toFixed(2)} ms`, reached: p99 <= 5 },
    { what: 'requests/s per core', target: '≥ 5000', figure: rate.toFixed(0), reached: rate >= 5000 },
  ];
  printAims(aims);
}
