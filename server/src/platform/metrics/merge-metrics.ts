/**
 * Merges the metrics of several threads into those of the process. Counters and histograms are added up. A gauge is
 * added up, unless it was declared to show the highest value or the value of the main thread.
 */

/** How the values of a gauge in several threads become one value. `main` is for values that describe the process. */
export type GaugeMerge = 'sum' | 'max' | 'main';

/** `merges` contains the gauges that are not added up. The families appear in the order of the first text. */
export function mergeMetrics(texts: readonly string[], merges: ReadonlyMap<string, GaugeMerge>): string {
  const [main = '', ...others] = texts;
  const families = readFamilies(main);
  for (const text of others) {
    for (const [name, family] of readFamilies(text)) {
      const known = families.get(name);
      if (known === undefined) families.set(name, family);
      else addSamples(known.samples, family.samples, merges.get(name) ?? 'sum');
    }
  }
  return [...families.values()].map(({ head, samples }) => head + written(samples)).join('');
}

/** Returns the counters and histograms of a thread that has ended. Its gauges no longer describe anything. */
export function withoutGauges(text: string): string {
  const families = [...readFamilies(text).values()].filter(({ head }) => !head.endsWith(' gauge\n'));
  return families.map(({ head, samples }) => head + written(samples)).join('');
}

interface Family {
  /** The lines `# HELP` and `# TYPE`. */
  head: string;
  /** Values by series, in order. */
  samples: Map<string, number>;
}

function addSamples(into: Map<string, number>, from: ReadonlyMap<string, number>, merge: GaugeMerge): void {
  for (const [series, value] of from) {
    const known = into.get(series);
    if (known === undefined) into.set(series, value);
    else if (merge === 'sum') into.set(series, known + value);
    else if (merge === 'max') into.set(series, Math.max(known, value));
  }
}

function readFamilies(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  let family: Family = { head: '', samples: new Map() };
  for (const line of text.split('\n')) {
    if (line.startsWith('# HELP ')) {
      family = { head: `${line}\n`, samples: new Map() };
      families.set(line.split(' ', 3)[2] as string, family);
    } else if (line.startsWith('# ')) family.head += `${line}\n`;
    else if (line !== '') {
      const end = line.lastIndexOf(' ');
      family.samples.set(line.slice(0, end), parsed(line.slice(end + 1)));
    }
  }
  return families;
}

function parsed(text: string): number {
  return text === '+Inf'
    ? Number.POSITIVE_INFINITY
    : text === '-Inf'
      ? Number.NEGATIVE_INFINITY
      : Number(text);
}

function written(samples: ReadonlyMap<string, number>): string {
  let text = '';
  for (const [series, value] of samples) text += `${series} ${sampleText(value)}\n`;
  return text;
}

/** Writes a number in the format of Prometheus. */
export function sampleText(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}
