import { expect, test } from 'vitest';
import { createMetrics } from '../metrics.ts';
import { mergeMetrics, withoutGauges } from './merge-metrics.ts';

/** The metrics of a thread that has counted this number of requests. */
function thread(count: number) {
  const metrics = createMetrics();
  const requests = metrics.counter('requests_total', 'Requests.', { status: ['2xx', '5xx'] });
  const duration = metrics.histogram('duration_seconds', 'Duration.', [0.1, 1], {});
  metrics.gauge('open', 'Open connections.', () => count);
  metrics.gauge('delay_seconds', 'Delay.', () => count / 10, {}, 'max');
  metrics.gauge('memory_bytes', 'Memory.', () => 100 + count, {}, 'main');
  metrics.processReading('cpu_seconds_total', 'CPU time.', () => 7 * count);
  for (let i = 0; i < count; i++) {
    requests.add(requests.series('2xx'));
    duration.observe(0, 0.5);
  }
  return metrics;
}

test('counters and histograms of threads are added up, and gauges as they declare', () => {
  const [main, worker] = [thread(2), thread(3)];
  const merged = mergeMetrics([main.render(), worker.render()], main.merges);
  expect(merged).toContain('requests_total{status="2xx"} 5\nrequests_total{status="5xx"} 0\n');
  expect(merged).toContain('duration_seconds_bucket{le="1"} 5\n');
  expect(merged).toContain('duration_seconds_sum 2.5\nduration_seconds_count 5\n');
  expect(merged).toContain('\nopen 5\n');
  expect(merged).toContain('\ndelay_seconds 0.3\n');
  expect(merged).toContain('\nmemory_bytes 102\n');
  expect(merged).toContain('\ncpu_seconds_total 14\n');
});

test('the merged metrics of one thread are its own metrics', () => {
  const metrics = thread(4);
  expect(mergeMetrics([metrics.render()], metrics.merges)).toBe(metrics.render());
});

test('a thread that has ended still contributes its counters, but not its gauges', () => {
  const [main, ended] = [thread(1), thread(2)];
  const merged = mergeMetrics([main.render(), withoutGauges(ended.render())], main.merges);
  expect(merged).toContain('requests_total{status="2xx"} 3\n');
  expect(merged).toContain('\nopen 1\n');
});

test('a metric that only one thread has is shown unchanged, and infinite values stay infinite', () => {
  const other = createMetrics();
  other.gauge('lag_seconds', 'Lag.', () => Number.POSITIVE_INFINITY);
  other.gauge('unknown', 'Unknown.', () => Number.NaN);
  const merged = mergeMetrics([thread(0).render(), other.render()], new Map());
  expect(merged).toContain('\nlag_seconds +Inf\n');
  expect(merged).toContain('\nunknown NaN\n');
});
