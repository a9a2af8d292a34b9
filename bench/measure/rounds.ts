/** Runs the contenders in turn in each round, so that other activity on the machine affects all of them alike. */
import { setTimeout as pause } from 'node:timers/promises';
import { FailedLoad, type LoadOptions, type LoadResult, runLoad } from './wrk.ts';

const MAX_TRIES = 5;
const RETRY_PAUSE_MS = 5_000;

export interface Contender {
  name: string;
  url: string;
  /** One script for all rounds, or a function that is called for the warm-up and for each round. */
  script: string | (() => Promise<string>);
  /** Milliseconds of CPU used so far, by the name of each serving process. */
  cpu: Record<string, () => number>;
}

/** One entry per round. */
export interface Figures {
  perSecond: number[];
  p50Ms: number[];
  p99Ms: number[];
  /** Microseconds of CPU per request, by process. */
  cpuUs: Record<string, number[]>;
}

export interface RoundOptions extends Pick<LoadOptions, 'connections' | 'threads' | 'seconds' | 'cores'> {
  rounds: number;
  warmUpSeconds: number;
}

export async function runRounds(
  contenders: readonly Contender[],
  options: RoundOptions,
): Promise<Map<Contender, Figures>> {
  for (const contender of contenders) {
    const [url, script] = [contender.url, await scriptOf(contender)];
    await untilNoneFails(() => runLoad({ ...options, url, script, seconds: options.warmUpSeconds }));
  }
  const figures = new Map(contenders.map(contender => [contender, emptyFigures(contender)]));
  for (let round = 0; round < options.rounds; round++) {
    for (const [contender, taken] of figures) await runRound(contender, options, taken);
  }
  return figures;
}

async function runRound(contender: Contender, options: RoundOptions, taken: Figures): Promise<void> {
  const [url, script] = [contender.url, await scriptOf(contender)];
  const { before, after, result } = await untilNoneFails(async () => ({
    before: readCpu(contender),
    result: await runLoad({ ...options, url, script }),
    after: readCpu(contender),
  }));
  const { requests, perSecond, p50Ms, p99Ms }: LoadResult = result;
  taken.perSecond.push(perSecond);
  taken.p50Ms.push(p50Ms);
  taken.p99Ms.push(p99Ms);
  for (const name in after) {
    taken.cpuUs[name]?.push((((after[name] as number) - (before[name] as number)) * 1000) / requests);
  }
}

async function scriptOf({ script }: Contender): Promise<string> {
  return typeof script === 'string' ? script : await script();
}

function readCpu({ cpu }: Contender): Record<string, number> {
  return Object.fromEntries(Object.entries(cpu).map(([name, read]) => [name, read()]));
}

function emptyFigures({ cpu }: Contender): Figures {
  const cpuUs = Object.fromEntries(Object.keys(cpu).map(name => [name, []]));
  return { perSecond: [], p50Ms: [], p99Ms: [], cpuUs };
}

/** On a busy machine the server may correctly shed load. Such a round is reported and repeated. */
async function untilNoneFails<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof FailedLoad) || tries === MAX_TRIES) throw error;
      console.error(`${error.message}; the round is run again`);
      await pause(RETRY_PAUSE_MS);
    }
  }
}
