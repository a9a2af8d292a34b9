import { describe, expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

interface ParsedFamily {
  help: string;
  type: string;
  samples: { name: string; labels: Record<string, string>; value: number }[];
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:\\\\|\\"|\\n|[^"\\])*)"(,|$)/y;
const NUMBER = /^(NaN|[+-]Inf|[+-]?(\d+(\.\d+)?(e[+-]?\d+)?))$/;

/**
 * Rejects everything that the text format does not allow: wrong order, repeated families or samples, and unexpected
 * lines.
 */
function parse(text: string): Map<string, ParsedFamily> {
  expect(text.endsWith('\n')).toBe(true);
  const families = new Map<string, ParsedFamily>();
  const seen = new Set<string>();
  let current: { name: string; family: ParsedFamily } | undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    const help = /^# HELP (\S+) (.+)$/.exec(line);
    const type = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line);
    if (help) {
      const [, name = '', words = ''] = help;
      if (families.has(name)) throw new Error(`${name} stands twice`);
      current = { name, family: { help: words, type: '', samples: [] } };
      families.set(name, current.family);
    } else if (type) {
      if (current?.name !== type[1] || current?.family.type !== '') throw new Error(`misplaced: ${line}`);
      current.family.type = type[2] ?? '';
    } else {
      if (seen.has(line.slice(0, line.lastIndexOf(' ')))) throw new Error(`repeated: ${line}`);
      seen.add(line.slice(0, line.lastIndexOf(' ')));
      current?.family.samples.push(parseSample(line, current));
    }
  }
  return families;
}

function parseSample(line: string, { name, family }: { name: string; family: ParsedFamily }) {
  const match = SAMPLE.exec(line);
  if (match === null || !NUMBER.test(match[3] ?? '')) throw new Error(`no sample: ${line}`);
  const suffixes = family.type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
  if (!suffixes.some(suffix => match[1] === name + suffix)) throw new Error(`of another family: ${line}`);
  const value = Number((match[3] ?? '').replace('Inf', 'Infinity'));
  return { name: match[1] ?? '', labels: parseLabels(match[2]), value };
}

function parseLabels(text: string | undefined): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (text !== undefined && LABEL.lastIndex < text.length) {
    const match = LABEL.exec(text);
    if (match === null) throw new Error(`no labels: ${text}`);
    const unescaped = (match[2] ?? '').replace(/\\(.)/g, (_, sign) => (sign === 'n' ? '\n' : sign));
    labels[match[1] ?? ''] = unescaped;
  }
  return labels;
}

describe('metrics', () => {
  test('the metrics page renders every series of a counter with its labels and value', () => {
    const metrics = createMetrics();
    const requests = metrics.counter('requests_total', 'Requests.', {
      operation: ['a', 'b'],
      env: ['x', 'y'],
    });
    requests.add(requests.series('b', 'x'));
    requests.add(requests.series('b', 'x'), 2);
    const family = parse(metrics.render()).get('requests_total');
    expect(family).toMatchObject({ help: 'Requests.', type: 'counter' });
    expect(family?.samples).toEqual([
      { name: 'requests_total', labels: { operation: 'a', env: 'x' }, value: 0 },
      { name: 'requests_total', labels: { operation: 'a', env: 'y' }, value: 0 },
      { name: 'requests_total', labels: { operation: 'b', env: 'x' }, value: 3 },
      { name: 'requests_total', labels: { operation: 'b', env: 'y' }, value: 0 },
    ]);
  });

  test('the metrics page renders cumulative histogram buckets with inclusive bounds', () => {
    const metrics = createMetrics();
    const seconds = metrics.histogram('took_seconds', 'Time.', [0.1, 0.5, 1], { operation: ['a', 'b'] });
    const series = seconds.series('b');
    for (const value of [0.1, 0.3, 0.5, 1, 7]) seconds.observe(series, value);
    const samples = parse(metrics.render()).get('took_seconds')?.samples ?? [];
    const ofB = samples.filter(({ labels }) => labels.operation === 'b');
    const buckets = ofB.filter(({ name }) => name.endsWith('_bucket'));
    expect(buckets.map(({ labels, value }) => [labels.le, value])).toEqual([
      ['0.1', 1],
      ['0.5', 3],
      ['1', 4],
      ['+Inf', 5],
    ]);
    expect(ofB.find(({ name }) => name === 'took_seconds_count')?.value).toBe(5);
    expect(ofB.find(({ name }) => name === 'took_seconds_sum')?.value).toBeCloseTo(8.9);
    expect(
      samples.find(({ name, labels }) => name === 'took_seconds_count' && labels.operation === 'a')?.value,
    ).toBe(0);
  });

  test('the metrics page reads gauges when it is rendered, even if their values are not finite', () => {
    const metrics = createMetrics();
    let size = 1;
    metrics.gauge('size', 'Size.', () => size);
    metrics.gauge('odd', 'Odd.', kind => (kind === 'nan' ? Number.NaN : Number.POSITIVE_INFINITY), {
      kind: ['nan', 'inf'],
    });
    size = 7;
    const families = parse(metrics.render());
    expect(families.get('size')?.samples[0]?.value).toBe(7);
    expect(families.get('odd')?.samples.map(({ value }) => value)).toEqual([
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ]);
  });

  test('the metrics page escapes characters that would end a label or a line', () => {
    const metrics = createMetrics();
    const odd = 'a"b\\c\nd';
    metrics.counter('odd_total', 'First\nsecond \\ third.', { label: [odd] });
    const family = parse(metrics.render()).get('odd_total');
    expect(family?.samples[0]?.labels.label).toBe(odd);
    expect(family?.help).toBe('First\\nsecond \\\\ third.');
  });

  test('metrics reject unknown label values, invalid or duplicate metric names, and bounds that do not increase', () => {
    const metrics = createMetrics();
    const counter = metrics.counter('a_total', 'A.', { operation: ['known'] });
    expect(() => counter.series('unknown')).toThrow('No series');
    expect(() => metrics.counter('a_total', 'A.')).toThrow('already exists');
    expect(() => metrics.counter('a-b', 'A.')).toThrow('not a valid metric name');
    expect(() => metrics.histogram('h', 'H.', [1, 1])).toThrow('do not increase');
  });
});
