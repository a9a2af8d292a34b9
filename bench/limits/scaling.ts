/** Whether two backends serve twice as many searches as one: each has a share of a core, so that one machine can tell. */
import { setTimeout as pause } from 'node:timers/promises';
import { limitShare } from '../measure/cpu-share.ts';
import { goFirst } from '../measure/go-first.ts';
import { type Aim, printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { median, withSpread } from '../measure/statistics.ts';
import { BOOKING, openPartner, searchOf } from './partner.ts';
import { startShape } from './started-shape.ts';

const CASES = [
  { backends: 1, share: 0.4 },
  { backends: 2, share: 0.4 },
  { backends: 4, share: 0.2 },
];
const CLIENTS = 4;
const ROUNDS = 3;
const SECONDS = 5;
const WARM_UP_SECONDS = 4;
/** Until a client comes back that was turned away: a share of a core is soon too little. */
const TURNED_AWAY_MS = 50;

interface Result {
  perSecond: number[];
  /** Of all backends together, by answer. */
  cpuMs: number[];
}

goFirst();
const results: Result[] = [];
for (const { backends, share } of CASES) results.push(await measure(backends, share));
report();

async function measure(backends: number, share: number): Promise<Result> {
  // Every search is worked out: an answer that is kept costs next to nothing.
  const env = { SERAI_AVAILABILITY_CACHE_MB: '0' };
  const service = await startShape({ shape: 'a process for each role', backends, env });
  const partner = openPartner(service);
  const limits: (() => void)[] = [];
  try {
    await run(WARM_UP_SECONDS);
    for (const pid of service.backendPids) {
      const end = limitShare(pid, share);
      if (end === undefined) throw new Error('control groups are needed, as the superuser');
      limits.push(end);
    }
    const result: Result = { perSecond: [], cpuMs: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const before = used();
      const answers = await run(SECONDS);
      result.perSecond.push(answers / SECONDS);
      result.cpuMs.push((used() - before) / answers);
    }
    return result;
  } finally {
    for (const end of limits) end();
    partner.close();
    await service.stop();
  }

  function used(): number {
    const meters = Object.entries(service.cpu).filter(([name]) => name.startsWith('backend'));
    return meters.reduce((sum, [, read]) => sum + read(), 0);
  }

  async function run(seconds: number): Promise<number> {
    const endMs = performance.now() + seconds * 1000;
    let answers = 0;
    const client = async () => {
      while (performance.now() < endMs) {
        const { status } = await partner.send(`${BOOKING}availability`, searchOf(2, 1));
        if (status === 200 && performance.now() < endMs) answers++;
        else if (status !== 200) await pause(TURNED_AWAY_MS);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    return answers;
  }
}

function report(): void {
  const times = (result: Result | undefined) =>
    median(result?.perSecond ?? []) / median(results[0]?.perSecond ?? []);
  printTitle('More backends');
  printText(
    'Availability of 13 hotels from test providers, nothing kept, through one gateway; each backend has a share of a core and no ' +
      `more. ${CLIENTS} clients, ${ROUNDS} rounds of ${SECONDS} s: median (least–greatest). It indicates that backends do not stand in ` +
      'each other’s way; it does not show what other machines do.',
  );
  printTable(
    ['backends × share of a core', 'searches/s', 'of one backend', 'ms of CPU of backends'],
    CASES.map(({ backends, share }, i) => [
      `${backends} × ${share}`,
      withSpread(results[i]?.perSecond ?? [], 1),
      times(results[i]).toFixed(2),
      withSpread(results[i]?.cpuMs ?? [], 1),
    ]),
  );
  const aims = CASES.slice(1).map(({ backends, share }, i): Aim => {
    const figure = times(results[i + 1]);
    return {
      what: `${backends} × ${share} beside 1 × 0.4`,
      target: '≥ 1.8',
      figure: figure.toFixed(2),
      reached: figure >= 1.8,
    };
  });
  printAims(aims);
}
