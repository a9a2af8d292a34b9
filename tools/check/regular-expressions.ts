/** Regular expressions of the service that some input could keep busy for long, judged by `recheck`. */
import { check } from 'recheck';
import { lineOf, scanSource } from '../../server/test/architecture/scan-source.ts';
import type { Outcome } from './run-step.ts';

/** Judged in a moment, all but a few: what takes longer is suspect as well. */
const TIMEOUT_MS = 10_000;

/** Slow on long texts, which they never see: what bounds their input. One of exponential time is never excused. */
const BOUNDED: Readonly<Record<string, string>> = {
  'server/src/account/dashboard-files.ts': 'a path of 16 KiB at most, and linear when measured',
  'server/src/booking/rates/rate-table.ts': 'twelve digits of our own',
  'server/src/cli/frame/parse-option.ts': "an operator's own argument",
  'server/src/content/catalogue-files/import/problem-list.ts': 'a JSON Pointer of ours',
  'server/src/content/place-data/context/town-names.ts':
    'names of public place files, a few hundred characters',
  'server/src/content/place-data/geonames/airport-short-name.ts': 'names of public place files',
  'server/src/content/places/live/index-file.ts': 'names of files in our data folder',
  'server/src/gateway/forward/answer-parser.ts': 'headers of our own backend, 16 KiB at most',
  'server/src/platform/database/embedded/supervise-server.ts': 'lines of our own database server',
  'server/src/platform/http/address-list.ts': 'an address that node:net found valid, 45 characters at most',
  'server/src/platform/tracing/trace-statements.ts': 'lines of our own stack traces',
  'server/src/reference/parts/html.ts': 'examples of the contract',
  'server/src/webhooks/sending/target-agents.ts': 'a host name, bounded with its address',
  'server/src/webhooks/targets/target-policy.ts': 'a host name, bounded with its address',
  'server/src/webhooks/targets/address-kind.ts': 'an address that the resolver or the socket gave',
};

interface Expression {
  source: string;
  flags: string;
  /** `file:line`, each place that has it. */
  places: string[];
}

export async function checkRegularExpressions(sources: ReadonlyMap<string, string>): Promise<Outcome> {
  const expressions = [...findExpressions(sources)];
  const faults = await Promise.all(
    expressions.map(async ({ source, flags, places }) => {
      const judged = await check(source, flags, { timeout: TIMEOUT_MS });
      if (judged.status === 'safe') return [];
      const isExponential = judged.status === 'vulnerable' && judged.complexity.type === 'exponential';
      const blamed = isExponential ? places : places.filter(place => !(fileOf(place) in BOUNDED));
      if (blamed.length === 0) return [];
      const why =
        judged.status === 'vulnerable'
          ? `${judged.complexity.summary}, as ${JSON.stringify(judged.attack.string.slice(0, 60))} shows`
          : `not judged: ${judged.error.kind}`;
      return [`${blamed.join(', ')} /${source}/${flags} ${why}`];
    }),
  );
  return {
    ok: faults.flat().length === 0,
    summary: `${expressions.length} of them`,
    output: faults.flat().join('\n'),
  };
}

/** What runs in the service: neither tests nor tools. */
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
