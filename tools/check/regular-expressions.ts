/** Uses `recheck` to find regular expressions in the service that take very long for some inputs. */
import { check } from 'recheck';
import { lineOf, scanSource } from '../../server/test/architecture/scan-source.ts';
import type { Outcome } from './run-step.ts';

/** Enough time for all but a few regular expressions. */
const TIMEOUT_MS = 60_000;
/** What depends on time is judged again alone, with this time, because a busy machine can spoil it. */
const TIMEOUT_ALONE_MS = 240_000;
const SIDE_BY_SIDE = 2;

/**
 * Regular expressions that are slow for long strings but are applied only to short ones. Each entry states what limits
 * the input. Exponential time is never allowed.
 */
const BOUNDED: Readonly<Record<string, string>> = {
  'server/src/booking/rates/rate-table.ts': 'at most twelve digits that we generate',
  'server/src/cli/frame/option-value.ts': 'an argument from the operator',
  'server/src/content/catalogue-files/import/import-report.ts': 'a JSON Pointer that we generate',
  'server/src/content/place-data/geonames/airport-record.ts':
    'names of public place files, a few hundred characters',
  'server/src/content/places/live/index-file.ts': 'names of files in our data folder',
  'server/src/gateway/forward/response-parser.ts': 'headers from our own backend, at most 16 KiB',
  'server/src/platform/database/embedded/supervise-server.ts': 'lines from our own database server',
  'server/src/platform/http/address-list.ts': 'an address that node:net has validated, at most 45 characters',
  'server/src/reference/parts/html.ts': 'examples in the contract',
  'server/src/webhooks/sending/target-agents.ts': 'a host name, limited together with its URL',
  'server/src/webhooks/targets/target-policy.ts': 'a host name, limited together with its URL',
  'server/src/platform/http/address-kind.ts': 'an address from the resolver or the socket',
};

/** Regular expressions that are too large for an automatic analysis, with the result of a manual one. */
const JUDGED_BY_HAND: Readonly<Record<string, string>> = {
  'contract/src/shared/card-number.ts':
    'digits and separators have no characters in common, so there is only one way to match a string; schemas limit the length',
};

interface Expression {
  source: string;
  flags: string;
  /** All locations, as `file:line`. */
  places: string[];
}

export async function checkRegularExpressions(sources: ReadonlyMap<string, string>): Promise<Outcome> {
  const expressions = [...findExpressions(sources)];
  const faults: string[] = [];
  const waiting = expressions.values();
  const unsure: Expression[] = [];
  const judgeAll = async () => {
    for (const expression of waiting) {
      const { found, dependsOnTime } = await judge(expression, TIMEOUT_MS);
      if (dependsOnTime) unsure.push(expression);
      else faults.push(...found);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, judgeAll));
  for (const expression of unsure) faults.push(...(await judge(expression, TIMEOUT_ALONE_MS)).found);
  return {
    ok: faults.length === 0,
    summary: `${expressions.length} of them`,
    output: faults.sort().join('\n'),
  };
}

interface Judgement {
  found: string[];
  /** Whether another run could have another result. */
  dependsOnTime: boolean;
}

const SAFE: Judgement = { found: [], dependsOnTime: false };

async function judge({ source, flags, places }: Expression, timeout: number): Promise<Judgement> {
  if (places.every(place => fileOf(place) in JUDGED_BY_HAND)) return SAFE;
  const judged = await check(source, flags, { timeout, randomSeed: 1 });
  if (judged.status === 'safe') return SAFE;
  const nameAt = (at: readonly string[]) => `${at.join(', ')} /${source}/${flags}`;
  if (judged.status === 'unknown') {
    const { kind } = judged.error;
    return { found: [`${nameAt(places)} ${kind}`], dependsOnTime: kind === 'timeout' };
  }
  const { type, summary } = judged.complexity;
  const isFuzzed = judged.checker === 'fuzz';
  // Fuzzing detects exponential time reliably but often misjudges the degree of a polynomial. The automaton
  // proves the degree.
  if (type === 'polynomial' && isFuzzed) return SAFE;
  const blamed = type === 'exponential' ? places : places.filter(place => !(fileOf(place) in BOUNDED));
  if (blamed.length === 0) return SAFE;
  const attack = JSON.stringify(judged.attack.string.slice(0, 60));
  return { found: [`${nameAt(blamed)} ${summary}, as ${attack} shows`], dependsOnTime: isFuzzed };
}

/** Finds the expressions in the code that runs in the service, without tests and tools. */
function findExpressions(sources: ReadonlyMap<string, string>): Iterable<Expression> {
  const found = new Map<string, Expression>();
  for (const [file, text] of sources) {
    if (!/^(contract|server)\/src\//.test(file) || /\.test\.ts$|\/conformance\//.test(file)) continue;
    for (const { start, value } of scanSource(text).regexes) {
      const end = value.lastIndexOf('/');
      const known = found.get(value) ?? {
        source: value.slice(1, end),
        flags: value.slice(end + 1),
        places: [],
      };
      known.places.push(`${file}:${lineOf(text, start)}`);
      found.set(value, known);
    }
  }
  return found.values();
}

function fileOf(place: string): string {
  return place.slice(0, place.lastIndexOf(':'));
}
