/**
 * Measures the cost of a search per process as backends are added, to find out whether backends slow each other down.
 */
import { goFirst } from '../measure/go-first.ts';
import { printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { median, withSpread } from '../measure/statistics.ts';
import { BOOKING, openPartner, searchOf } from './partner.ts';
import { startShape } from './started-shape.ts';

const BACKENDS = [1, 2, 4];
const CLIENTS = 4;
const ROUNDS = 4;
const SECONDS = 4;
const WARM_UP_SECONDS = 5;

/** Milliseconds of CPU per search in each round, by process. All backends count as one process. */
type Result = Map<string, number[]>;

goFirst();
const results: Result[] = [];
for (const backends of BACKENDS) results.push(await measure(backends));
report();

async function measure(backends: number): Promise<Result> {
  // Every search is computed, because a cached result would cost almost nothing.
  const env = { SERAI_AVAILABILITY_CACHE_MB: '0' };
  const shape = await startShape({ shape: 'one process per role', backends, env });
  const partner = openPartner(shape);
  try {
    await run(WARM_UP_SECONDS * backends);
    const result: Result = new Map();
    for (let round = 0; round < ROUNDS; round++) {
      const before = used();
      const answers = await run(SECONDS);
      for (const [name, ms] of used()) {
        result.set(name, [...(result.get(name) ?? []), (ms - (before.get(name) ?? 0)) / answers]);
      }
    }
    return result;
  } finally {
    partner.close();
    await shape.stop();
  }

  function used(): Map<string, number> {
    const sums = new Map<string, number>();
    for (const [name, read] of Object.entries(shape.cpu)) {
      const role = name.startsWith('backend') ? 'backends' : name;
      sums.set(role, (sums.get(role) ?? 0) + read());
    }
    return sums;
  }

  async function run(seconds: number): Promise<number> {
    const endMs = performance.now() + seconds * 1000;
    let answers = 0;
    const client = async () => {
      while (performance.now() < endMs) {
        const { status } = await partner.send(`${BOOKING}availability`, searchOf(2, 1));
        if (status === 200) answers++;
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
    return answers;
  }
}

function report(): void {
  const names = [...(results[0]?.keys() ?? [])].filter(name => name !== 'worker');
  printTitle('More backends');
  printText(
    'The table shows the milliseconds of CPU time that each process uses for a search of 13 hotels at test providers, without a cache and ' +
      `through one gateway. ${CLIENTS} clients and all processes run on one machine. Figures are medians of ${ROUNDS} rounds of ` +
      `${SECONDS} s (minimum–maximum). They indicate that backends do not wait for shared resources, but not how other machines would perform.`,
  );
  printTable(
    ['backends', ...names],
    BACKENDS.map((backends, i) => [
      String(backends),
      ...names.map(name => withSpread(results[i]?.get(name) ?? [], 2)),
    ]),
  );
  const total = (result: Result | undefined) =>
    names.reduce((sum, name) => sum + median(result?.get(name) ?? []), 0);
  const growth = total(results.at(-1)) / total(results[0]);
  printAims([
    {
      what: `search with ${BACKENDS.at(-1)} backends relative to 1, all processes`,
      target: '≤ 1.2',
      figure: growth.toFixed(2),
      reached: growth <= 1.2,
    },
  ]);
}
