/**
 * Compares how many searches are served with and without load shedding if the service is slow for a reason other than
 * its own queue: another program uses the processor, or the machine is slow.
 */
import { openPartner } from '../limits/partner.ts';
import { startShape } from '../limits/started-shape.ts';
import { type ChildProgram, startChild } from '../measure/child-program.ts';
import { cpuMs } from '../measure/process-use.ts';
import { type Aim, printTable, printText } from '../measure/report.ts';
import { median, medianBounds, ratios, withSpread } from '../measure/statistics.ts';
import { closedLoad } from './open-load.ts';
import { openTraffic, type Traffic } from './traffic.ts';

/** Short rounds, because the speed of a shared machine changes within seconds. */
const ROUNDS = 24;
const SECONDS = 1;
const TARGET = 0.9;
/** Without its compilers, V8 only interprets JavaScript. That makes the service slow, but not its PostgreSQL. */
const SLOW = ['--no-opt', '--no-maglev', '--no-sparkplug'];

interface Case {
  name: string;
  clients: number;
  hasNeighbour: boolean;
  isSlow: boolean;
}

const CASES: readonly Case[] = [
  { name: 'another program on the core, 4 clients', clients: 4, hasNeighbour: true, isSlow: false },
  { name: 'another program on the core, 16 clients', clients: 16, hasNeighbour: true, isSlow: false },
  { name: 'slow machine, 4 clients', clients: 4, hasNeighbour: false, isSlow: true },
];

interface Variant {
  traffic: Traffic;
  perSecond: number[];
  rejected: number;
}

interface CaseResult {
  name: string;
  shedding: Variant;
  without: Variant;
  /** The share of the core that the other program used. */
  neighbourShare: number;
}

export async function compareOnSharedProcessor(core: string): Promise<CaseResult[]> {
  const results: CaseResult[] = [];
  for (const each of CASES) {
    results.push(await compare(each, core));
    console.error(each.name);
  }
  return results;
}

async function compare({ name, clients, hasNeighbour, isSlow }: Case, core: string): Promise<CaseResult> {
  const stops: (() => Promise<void>)[] = [];
  async function open(shedding: 'on' | 'off'): Promise<Variant> {
    const service = await startShape({
      shape: 'one process',
      cores: core,
      env: { SERAI_LOAD_SHEDDING: shedding },
      nodeOptions: isSlow ? SLOW : [],
    });
    stops.push(service.stop);
    const partner = openPartner(service);
    stops.push(async () => partner.close());
    return { traffic: await openTraffic(partner), perSecond: [], rejected: 0 };
  }
  try {
    const variants = { shedding: await open('on'), without: await open('off') };
    const neighbour = hasNeighbour ? await startNeighbour(core) : undefined;
    if (neighbour) stops.push(neighbour.stop);
    const startedAt = performance.now();
    const before = neighbour ? cpuMs(neighbour.pid) : 0;
    for (let round = 0; round < ROUNDS; round++) {
      const order = [variants.shedding, variants.without];
      // The two variants take turns going first.
      for (const variant of round % 2 === 0 ? order : order.toReversed()) await runRound(variant, clients);
    }
    const used = neighbour ? cpuMs(neighbour.pid) - before : 0;
    return { name, ...variants, neighbourShare: used / (performance.now() - startedAt) };
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

/** The first round is not a warm-up: a service that has just started is slow as well, and must not reject its clients. */
async function runRound(variant: Variant, clients: number): Promise<void> {
  const { byKind, seconds } = await closedLoad(variant.traffic, clients, SECONDS, 'large search');
  const { inTime, shed } = byKind['large search'];
  variant.perSecond.push(inTime / seconds);
  variant.rejected += shed;
}

function startNeighbour(core: string): Promise<ChildProgram> {
  const args = ['-e', 'console.log("busy"); for (;;);'];
  return startChild({ command: process.execPath, args, ready: /busy/, cores: core });
}

export function reportSharedProcessor(results: readonly CaseResult[]): Aim[] {
  printText(
    'The service may also be late because another program uses its core, or because the machine is slow. Two services ' +
      'run in turn on one core, one of them with `SERAI_LOAD_SHEDDING=off`, and clients send large searches and wait ' +
      'for each response. The other program is an endless loop with the same priority. For the slow machine, the ' +
      `services run without the compilers of V8. Figures are medians of ${ROUNDS} rounds of ${SECONDS} s ` +
      '(minimum–maximum), and the ratio is the median of the ratios of the rounds with its 95 % bounds.',
  );
  const shares = results.map(({ shedding, without }) => ratios(shedding.perSecond, without.perSecond));
  printTable(
    [
      'case',
      'served/s',
      'served/s without shedding',
      'ratio',
      '95 % bounds',
      'rejected',
      'core used by the other program',
    ],
    results.map(({ name, shedding, without, neighbourShare }, i) => [
      name,
      withSpread(shedding.perSecond, 0),
      withSpread(without.perSecond, 0),
      median(shares[i] ?? []).toFixed(2),
      medianBounds(shares[i] ?? [])
        .map(bound => bound.toFixed(2))
        .join('–'),
      String(shedding.rejected),
      neighbourShare === 0 ? '' : `${(neighbourShare * 100).toFixed(0)} %`,
    ]),
  );
  return results.map(({ name }, i) => ({
    what: `served relative to no shedding, ${name}`,
    target: `≥ ${TARGET}`,
    figure: median(shares[i] ?? []).toFixed(2),
    reached: median(shares[i] ?? []) >= TARGET,
  }));
}
