/**
 * Counters, gauges and histograms, rendered as Prometheus text. Label values come from closed sets that are fixed when
 * the metric is created. A metric therefore cannot grow with keys, organisations or client input. Every series has a
 * number that is looked up once, so counting is a single addition in an array.
 */

import { type GaugeMerge, sampleText } from './metrics/merge-metrics.ts';

/** The possible values of each label, in the order that `series` expects. */
export type LabelSets = Readonly<Record<string, readonly string[]>>;

interface Family {
  readonly name: string;
  render(): string;
}

export class Counter implements Family {
  readonly name: string;
  readonly #head: string;
  readonly #labels: Labels;
  readonly #values: Float64Array;

  constructor(name: string, help: string, sets: LabelSets) {
    this.name = name;
    this.#head = head(name, help, 'counter');
    this.#labels = new Labels(sets);
    this.#values = new Float64Array(this.#labels.texts.length);
  }

  /** Returns the number of a series, for `add`. */
  series(...values: string[]): number {
    return this.#labels.series(values);
  }

  add(series: number, amount = 1): void {
    this.#values[series] = (this.#values[series] as number) + amount;
  }

  render(): string {
    let text = this.#head;
    for (const [series, labels] of this.#labels.texts.entries()) {
      text += `${this.name}${braced(labels)} ${this.#values[series]}\n`;
    }
    return text;
  }
}

export class Histogram implements Family {
  readonly name: string;
  readonly #head: string;
  readonly #labels: Labels;
  readonly #bounds: Float64Array;
  /** Per series, one number for each bound and one for values above all bounds. */
  readonly #counts: Float64Array;
  readonly #sums: Float64Array;

  constructor(name: string, help: string, bounds: readonly number[], sets: LabelSets) {
    if (bounds.some((bound, i) => i > 0 && bound <= (bounds[i - 1] as number))) {
      throw new Error(`The bounds of ${name} do not increase`);
    }
    this.name = name;
    this.#head = head(name, help, 'histogram');
    this.#labels = new Labels(sets);
    this.#bounds = Float64Array.from(bounds);
    this.#counts = new Float64Array(this.#labels.texts.length * (bounds.length + 1));
    this.#sums = new Float64Array(this.#labels.texts.length);
  }

  series(...values: string[]): number {
    return this.#labels.series(values);
  }

  observe(series: number, value: number): void {
    const bounds = this.#bounds;
    let bucket = 0;
    while (bucket < bounds.length && value > (bounds[bucket] as number)) bucket++;
    const at = series * (bounds.length + 1) + bucket;
    this.#counts[at] = (this.#counts[at] as number) + 1;
    this.#sums[series] = (this.#sums[series] as number) + value;
  }

  render(): string {
    let text = this.#head;
    for (const [series, labels] of this.#labels.texts.entries()) text += this.#renderSeries(series, labels);
    return text;
  }

  #renderSeries(series: number, labels: string): string {
    const start = series * (this.#bounds.length + 1);
    let text = '';
    let count = 0;
    for (let bucket = 0; bucket <= this.#bounds.length; bucket++) {
      count += this.#counts[start + bucket] as number;
      const bound = this.#bounds[bucket] ?? '+Inf';
      text += `${this.name}_bucket${braced(joined(labels, `le="${bound}"`))} ${count}\n`;
    }
    text += `${this.name}_sum${braced(labels)} ${this.#sums[series]}\n`;
    return `${text}${this.name}_count${braced(labels)} ${count}\n`;
  }
}

export interface Metrics {
  counter(name: string, help: string, labels?: LabelSets): Counter;
  histogram(name: string, help: string, bounds: readonly number[], labels?: LabelSets): Histogram;
  /** `read` is called when the metrics are rendered. With labels, it is called with the label values of one series. */
  gauge(
    name: string,
    help: string,
    read: (...values: string[]) => number,
    labels?: LabelSets,
    merge?: GaugeMerge,
  ): void;
  /** A counter that is maintained elsewhere and read when the metrics are rendered. */
  reading(name: string, help: string, read: (...values: string[]) => number, labels?: LabelSets): void;
  /** Like `gauge` with this merge, for a counter that describes the process and not one of its threads. */
  processReading(name: string, help: string, read: () => number): void;
  /** The gauges, and counters of the process, whose values in several threads are not added up. */
  merges: ReadonlyMap<string, GaugeMerge>;
  /** Renders the Prometheus text format, version 0.0.4. */
  render(): string;
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;

export function createMetrics(): Metrics {
  const families = new Map<string, Family>();
  const merges = new Map<string, GaugeMerge>();
  function register<T extends Family>(family: T): T {
    if (!NAME.test(family.name)) throw new Error(`${family.name} is not a valid metric name`);
    if (families.has(family.name)) throw new Error(`The metric ${family.name} already exists`);
    families.set(family.name, family);
    return family;
  }
  return {
    counter: (name, help, labels = {}) => register(new Counter(name, help, labels)),
    histogram: (name, help, bounds, labels = {}) => register(new Histogram(name, help, bounds, labels)),
    gauge(name, help, read, labels = {}, merge = 'sum') {
      register(readWhenAsked('gauge', name, help, read, labels));
      if (merge !== 'sum') merges.set(name, merge);
    },
    processReading(name, help, read) {
      register(readWhenAsked('counter', name, help, read, {}));
      merges.set(name, 'main');
    },
    merges,
    reading(name, help, read, labels = {}) {
      register(readWhenAsked('counter', name, help, read, labels));
    },
    render: () => [...families.values()].map(family => family.render()).join(''),
  };
}

function readWhenAsked(
  type: 'gauge' | 'counter',
  name: string,
  help: string,
  read: (...values: string[]) => number,
  sets: LabelSets,
): Family {
  const { texts, values } = new Labels(sets);
  return {
    name,
    render() {
      const lines = texts.map(
        (labels, i) => `${name}${braced(labels)} ${sampleText(read(...(values[i] ?? [])))}\n`,
      );
      return head(name, help, type) + lines.join('');
    },
  };
}

/** Every combination of label values, in a fixed order. */
class Labels {
  /** The text between the braces. */
  readonly texts: readonly string[];
  readonly values: readonly (readonly string[])[];
  readonly #numbers = new Map<string, number>();

  constructor(sets: LabelSets) {
    let values: string[][] = [[]];
    for (const set of Object.values(sets)) values = values.flatMap(row => set.map(value => [...row, value]));
    const names = Object.keys(sets);
    this.values = values;
    this.texts = values.map(row => row.map((value, i) => `${names[i]}="${escaped(value)}"`).join(','));
    for (const [number, row] of values.entries()) this.#numbers.set(JSON.stringify(row), number);
  }

  series(values: readonly string[]): number {
    const number = this.#numbers.get(JSON.stringify(values));
    if (number === undefined) throw new Error(`No series has the labels ${values.join(', ')}`);
    return number;
  }
}

function head(name: string, help: string, type: string): string {
  const text = help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return `# HELP ${name} ${text}\n# TYPE ${name} ${type}\n`;
}

function braced(labels: string): string {
  return labels === '' ? '' : `{${labels}}`;
}

function joined(labels: string, more: string): string {
  return labels === '' ? more : `${labels},${more}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
