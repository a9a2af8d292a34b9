/** Measures how many requests are still served, and how many are rejected, at up to five times the capacity. */
import { openPartner } from '../limits/partner.ts';
import { SHAPES, type Shape, type StartedShape, startShape } from '../limits/started-shape.ts';
import { goFirst } from '../measure/go-first.ts';
import { type Aim, printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { grouped } from '../measure/statistics.ts';
import { pinSelf } from '../measure/taskset.ts';
import { closedLoad, type LoadStep, openLoad } from './open-load.ts';
import { compareOnSharedProcessor, reportSharedProcessor } from './shared-processor.ts';
import { KINDS, type Kind, openTraffic, SHARES, type Traffic } from './traffic.ts';

const SERVER_CORE = '0';
const LOAD_CORE = '1';
const CLIENTS = 12;
const WARM_UP_SECONDS = 4;
const SECONDS = 6;
const STEPS = [0.5, 1, 2, 3, 5];
const FEW_CLIENTS = 3;
const ALONE_SECONDS = 1;

interface Step extends LoadStep {
  /** Multiples of the capacity. */
  times: number;
  megabytes: number;
}

interface Run {
  shape: Shape;
  capacity: number;
  /** CPU time of all processes per request, measured without other load. */
  cpuMs: Record<Kind, number>;
  steps: Step[];
}

goFirst();
await pinSelf(LOAD_CORE);
const runs: Run[] = [];
for (const shape of SHAPES) {
  const service = await startShape({ shape, cores: SERVER_CORE, gatewayCores: LOAD_CORE });
  try {
    runs.push(await measure(shape, service));
  } finally {
    await service.stop();
  }
}
report(runs, await compareOnSharedProcessor(SERVER_CORE));

async function measure(shape: Shape, service: StartedShape): Promise<Run> {
  const partner = openPartner(service);
  try {
    const traffic = await openTraffic(partner);
    await closedLoad(traffic, CLIENTS, WARM_UP_SECONDS);
    const cpuMs = await measureAlone(traffic, service);
    const calm = await closedLoad(traffic, CLIENTS, SECONDS);
    const capacity = goodPerSecond(calm);
    const steps: Step[] = [];
    for (const times of STEPS) {
      const step = await openLoad(traffic, capacity * times, SECONDS);
      steps.push({ ...step, times, megabytes: service.residentBytes() / 1e6 });
      console.error(`${shape}: ${times} × ${capacity.toFixed(0)}/s`);
    }
    return { shape, capacity, cpuMs, steps };
  } finally {
    partner.close();
  }
}

async function measureAlone(traffic: Traffic, { cpu }: StartedShape): Promise<Record<Kind, number>> {
  const used = () => Object.values(cpu).reduce((sum, read) => sum + read(), 0);
  const means: [Kind, number][] = [];
  for (const kind of KINDS) {
    const before = used();
    const { byKind } = await closedLoad(traffic, FEW_CLIENTS, ALONE_SECONDS, kind);
    means.push([kind, (used() - before) / byKind[kind].good]);
  }
  return Object.fromEntries(means) as Record<Kind, number>;
}

function goodPerSecond({ byKind, seconds }: LoadStep): number {
  return KINDS.reduce((sum, kind) => sum + byKind[kind].inTime, 0) / seconds;
}

/** Weights each response by its cost, so that many cheap responses do not make up for rejected expensive ones. */
function workPerSecond({ byKind, seconds }: LoadStep, cpuMs: Record<Kind, number>): number {
  return KINDS.reduce((sum, kind) => sum + byKind[kind].inTime * cpuMs[kind], 0) / seconds;
}

function report(all: readonly Run[], shared: Awaited<ReturnType<typeof compareOnSharedProcessor>>): void {
  const shares = KINDS.map(kind => `${SHARES[kind]} % ${kind}`).join(', ');
  printTitle('Overload');
  printText(
    `A mix of requests (${shares}) arrives at random times and at a fixed average rate, whether or not earlier ` +
      `requests have finished. Each step takes ${SECONDS} s. 1 × is the rate that ${CLIENTS} clients reach if they ` +
      'wait for each response. The load generator runs on one core, and all other processes with PostgreSQL (fsync ' +
      'on) and Redis on the other. If the gateway is a separate process, it runs on the core of the load generator, ' +
      'because it does the work of rejecting requests. "Served/s" counts the successful responses that arrive ' +
      'before the end of the step. A percentage is the share of all requests that receive a successful response ' +
      'within 10 s. Work weights each served response by the CPU time that it takes on an idle machine. Each share ' +
      'of the peak is relative to the highest value of any step.',
  );
  for (const run of all) printRun(run);
  const aims = reportSharedProcessor(shared);
  printAims([...all.flatMap(aimsOf), ...aims]);
}

function printRun({ shape, capacity, steps, cpuMs }: Run): void {
  printText(`With ${shape}, 1 × is ${grouped(capacity)} requests per second.`);
  const peaks = peaksOf(steps, cpuMs);
  printTable(
    [
      'load',
      'sent/s',
      'served/s',
      'share of the peak',
      'work, share of the peak',
      'rejected/s',
      'failed',
      'MB',
    ],
    steps.map(step => [
      `${step.times} ×`,
      grouped(perSecond(step, 'sent')),
      grouped(goodPerSecond(step)),
      (goodPerSecond(step) / peaks.served).toFixed(2),
      (workPerSecond(step, cpuMs) / peaks.work).toFixed(2),
      grouped(perSecond(step, 'shed')),
      String(KINDS.reduce((sum, kind) => sum + step.byKind[kind].failed, 0)),
      grouped(step.megabytes),
    ]),
  );
  printTable(
    ['served, % (p99 ms)', ...KINDS],
    steps.map(step => [
      `${step.times} ×`,
      ...KINDS.map(kind => {
        const { sent, good, tookMs } = step.byKind[kind];
        return sent === 0 ? '' : `${((good * 100) / sent).toFixed(0)} (${grouped(percentile(tookMs, 0.99))})`;
      }),
    ]),
  );
}

function peaksOf(steps: readonly Step[], cpuMs: Record<Kind, number>) {
  return {
    served: Math.max(...steps.map(goodPerSecond)),
    work: Math.max(...steps.map(step => workPerSecond(step, cpuMs))),
  };
}

function aimsOf({ shape, steps, cpuMs }: Run): Aim[] {
  const peaks = peaksOf(steps, cpuMs);
  const last = steps.at(-1) as Step;
  const served = goodPerSecond(last) / peaks.served;
  const work = workPerSecond(last, cpuMs) / peaks.work;
  const booked = (['booking', 'cancel'] as const).map(kind => {
    const { good, sent } = last.byKind[kind];
    return sent === 0 ? 0 : good / sent;
  });
  const growth = Math.max(...steps.map(({ megabytes }) => megabytes)) / (steps[0] as Step).megabytes;
  const aim = (what: string, target: string, figure: number, reached: boolean): Aim => ({
    what: `${what}, ${shape}`,
    target,
    figure: figure.toFixed(2),
    reached,
  });
  return [
    aim('served at 5 ×, share of the peak', '≥ 0.8', served, served >= 0.8),
    aim('work at 5 ×, share of the peak', '≥ 0.8', work, work >= 0.8),
    aim(
      'booking and cancel requests served at 5 ×',
      '≥ 0.99',
      Math.min(...booked),
      Math.min(...booked) >= 0.99,
    ),
    aim('memory relative to half the load', '≤ 2', growth, growth <= 2),
  ];
}

function perSecond({ byKind, seconds }: LoadStep, what: 'sent' | 'shed'): number {
  return KINDS.reduce((sum, kind) => sum + byKind[kind][what], 0) / seconds;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
