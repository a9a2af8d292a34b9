/**
 * Compares one process, which sends a code list of about 2 kB through the whole pipeline, with servers that only
 * send the same bytes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goFirst } from '../measure/go-first.ts';
import { cpuMs, descendantsCpuMs } from '../measure/process-use.ts';
import { type Aim, printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { type Contender, type Figures, runRounds } from '../measure/rounds.ts';
import { median, ratios, withSpread } from '../measure/statistics.ts';
import { askCodeList, CODE_LIST_PATH, checkSameAnswer, writeCodeListScript } from './code-list.ts';
import { startNodeReference } from './references/node-reference.ts';
import { startSerai } from './serai-process.ts';

const SERVER_CORE = '0';
const LOAD_CORE = '1';
const LOAD = { rounds: 5, seconds: 3, warmUpSeconds: 4, connections: 32, threads: 1, cores: LOAD_CORE };
const ALONE = { rounds: 5, seconds: 2, warmUpSeconds: 1, connections: 1, threads: 1, cores: LOAD_CORE };

goFirst();
const folder = await mkdtemp(join(tmpdir(), 'serai-bench-'));
const stops: (() => Promise<void>)[] = [];
try {
  const contenders = await startContenders();
  report(await runRounds(contenders, LOAD), await runRounds(contenders, ALONE));
} finally {
  for (const stop of stops) await stop();
  await rm(folder, { recursive: true, force: true });
}

async function startContenders(): Promise<Contender[]> {
  const serai = await startSerai({ dataDir: join(folder, 'data'), cores: SERVER_CORE });
  stops.push(serai.stop);
  const keys = {
    production: await serai.createKey('production'),
    sandbox: await serai.createKey('sandbox'),
  };
  const answer = await askCodeList(serai.interfaceUrl, keys.production);
  const scripts = {
    production: await writeCodeListScript(folder, 'production', keys.production),
    sandbox: await writeCodeListScript(folder, 'sandbox', keys.sandbox),
  };
  const contenders: Contender[] = [];
  for (const [name, program] of [
    ['bare node:http', 'bare-server'],
    ['Fastify', 'fastify-server'],
  ] as const) {
    const { url, pid, stop } = await startNodeReference({ program, answer, folder, cores: SERVER_CORE });
    stops.push(stop);
    await checkSameAnswer(url, keys.production, answer);
    const cpu = { server: () => cpuMs(pid) };
    contenders.push({ name, url: `${url}${CODE_LIST_PATH}`, script: scripts.production, cpu });
  }
  const cpu = { server: () => cpuMs(serai.pid), database: () => descendantsCpuMs(serai.pid) };
  const url = `${serai.interfaceUrl}${CODE_LIST_PATH}`;
  contenders.push({ name: 'Serai, production key', url, script: scripts.production, cpu });
  contenders.push({ name: 'Serai, sandbox key', url, script: scripts.sandbox, cpu });
  return contenders;
}

function report(load: Map<Contender, Figures>, alone: Map<Contender, Figures>): void {
  const contenders = [...load.keys()];
  const [bare, , production] = contenders as [Contender, Contender, Contender];
  const under = (contender: Contender) => load.get(contender) as Figures;
  const lone = (contender: Contender) => alone.get(contender) as Figures;
  const speed = (contender: Contender) => ratios(under(contender).perSecond, under(bare).perSecond);
  const thrift = (contender: Contender) => ratios(server(under(bare)), server(under(contender)));
  const calmest = (contender: Contender, member: 'p50Ms' | 'p99Ms') => Math.min(...lone(contender)[member]);
  const added = (contender: Contender, member: 'p50Ms' | 'p99Ms') =>
    calmest(contender, member) - calmest(bare, member);

  printTitle('One process: a code list through the whole pipeline');
  printText(
    `wrk runs on one core, and the server and its database on the other. Throughput is measured with ${LOAD.connections} connections. ` +
      `The added latency is measured with one connection and taken from the calmest round. Figures are medians of ${LOAD.rounds} rounds ` +
      `of ${LOAD.seconds} s (minimum–maximum). The reference servers read the body and send the same bytes and headers. ` +
      'Shares are relative to bare node:http in the same round. The share by CPU time is the least affected by other load on the machine.',
  );
  printTable(
    [
      'server',
      'requests/s',
      'share',
      'µs CPU',
      'µs CPU database',
      'share by CPU',
      'added p50 ms',
      'added p99 ms',
    ],
    contenders.map(contender => [
      contender.name,
      withSpread(under(contender).perSecond, 0),
      withSpread(speed(contender), 2),
      withSpread(server(under(contender)), 1),
      under(contender).cpuUs.database ? withSpread(under(contender).cpuUs.database ?? [], 1) : '',
      withSpread(thrift(contender), 2),
      added(contender, 'p50Ms').toFixed(2),
      added(contender, 'p99Ms').toFixed(2),
    ]),
  );
  const share = median(speed(production));
  const p50 = added(production, 'p50Ms');
  const p99 = added(production, 'p99Ms');
  const aims: Aim[] = [
    { what: 'share of bare node:http', target: '≥ 0.55', figure: share.toFixed(2), reached: share >= 0.55 },
    { what: 'added p50', target: '≤ 0.3 ms', figure: `${p50.toFixed(2)} ms`, reached: p50 <= 0.3 },
    { what: 'added p99', target: '≤ 2 ms', figure: `${p99.toFixed(2)} ms`, reached: p99 <= 2 },
  ];
  printAims(aims);
}

function server(figures: Figures): number[] {
  return figures.cpuUs.server ?? [];
}
