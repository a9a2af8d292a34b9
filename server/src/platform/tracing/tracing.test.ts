import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { startTraceReceiver, type TraceReceiver, treeOf } from '../../../test/trace-receiver.ts';
import { systemClock } from '../clock.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import {
  currentTraceparent,
  inChildSpan,
  inNewTrace,
  inSpan,
  isTracing,
  withClientTrace,
  withRemoteTrace,
} from './span.ts';
import type { SpanAttributes } from './span-attributes.ts';
import { startTracing, type TracingSettings } from './start-tracing.ts';
import { placeOf, traceStatements } from './trace-statements.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const metrics = createMetrics;

async function trace(settings: Partial<TracingSettings> = {}, shown = metrics()) {
  const receiver = await startTraceReceiver();
  closing.push(() => receiver.close());
  const tracing = await startTracing({
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: { 'x-key': 'k' },
      SERAI_TRACE_SAMPLE: 1,
      SERAI_TRACE_CLIENTS: 'off',
      ...settings,
    },
    resource: { 'service.name': 'serai' },
    metrics: shown,
    clock: systemClock,
    log: createLog('silent'),
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= tracing?.stop() ?? Promise.resolve();
    return stopped;
  };
  closing.push(stop);
  return { receiver, stop };
}

const root = ({ spans }: TraceReceiver, name: string) => {
  const found = spans.find(span => span.name === name);
  if (found === undefined) throw new Error(`no span ${name}`);
  return found;
};
const step = (name: string) => ({ name, kind: 'internal' }) as const;
const HEADER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('tracing', () => {
  it('a trace records work as a tree, including concurrent and failed parts', async () => {
    const { receiver, stop } = await trace();
    await inSpan(step('a'), async () => {
      await Promise.all([
        inChildSpan(step('b'), () => delay(2)),
        inChildSpan(step('c'), async () => {
          await delay(1);
          inChildSpan(step('d'), () => 1);
        }),
      ]);
      await inChildSpan(step('e'), () => Promise.reject(new Error('Ada Moreno'))).catch(() => {});
    });
    await stop();
    expect(treeOf(receiver.spans, root(receiver, 'a'))).toBe('a [b, c [d], e]');
    expect(receiver.spans.filter(({ failed }) => failed).map(({ name }) => name)).toEqual(['e']);
    expect(receiver.text()).not.toContain('Moreno');
    expect(receiver.headers[0]?.['x-key']).toBe('k');
  });

  it('tracing drops attributes that are not on the allow list', async () => {
    const { receiver, stop } = await trace();
    const guest = { 'guest.name': 'Ada Moreno', 'serai.request_id': 'req_1' } as SpanAttributes;
    inSpan({ ...step('a'), attributes: guest }, span =>
      span?.set({ 'guest.mail': 'ada@x' } as SpanAttributes),
    );
    await stop();
    expect(root(receiver, 'a').attributes).toEqual({ 'serai.request_id': 'req_1' });
  });

  it('tracing names statements by store and function, but only within a trace', async () => {
    const { receiver, stop } = await trace();
    const run = traceStatements(async (_: { origin: string }) => 1);
    const origin = '    at async findKey (file:///srv/serai/server/src/gateway/keys/key-store.ts:12:3)';
    await run({ origin });
    await inSpan(step('a'), () => run({ origin }));
    await stop();
    expect(receiver.spans.map(({ name }) => name).sort()).toEqual(['a', 'key-store findKey']);
    expect(placeOf('    at file:///srv/server/src/x-store.ts:1:1')).toBe('x-store');
    expect(placeOf('')).toBe('statement');
  });

  it('a trace continues across processes, but a client’s trace continues only if SERAI_TRACE_CLIENTS is on', async () => {
    const parents: (string | undefined)[] = [];
    for (const SERAI_TRACE_CLIENTS of ['off', 'on'] as const) {
      const { receiver, stop } = await trace({ SERAI_TRACE_CLIENTS });
      withClientTrace(HEADER, () => inSpan(step('client'), () => {}));
      withRemoteTrace(HEADER, () => inSpan(step('gateway'), () => {}));
      withRemoteTrace('00-0-0-01', () => inSpan(step('broken'), () => {}));
      await stop();
      parents.push(...['client', 'gateway', 'broken'].map(name => root(receiver, name).parentSpanId));
    }
    const theirs = 'b7ad6b7169203331';
    expect(parents.map(parent => parent || undefined)).toEqual([
      undefined,
      theirs,
      undefined,
      theirs,
      theirs,
      undefined,
    ]);
  });

  it('an unsampled trace records no spans, here or in the next process', async () => {
    const { receiver, stop } = await trace({ SERAI_TRACE_SAMPLE: 1_000_000 });
    const header = inSpan(step('a'), () => inChildSpan(step('b'), () => currentTraceparent()));
    expect(header).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
    withRemoteTrace(header, () => inSpan(step('c'), () => {}));
    await stop();
    expect(receiver.spans).toEqual([]);
  });

  it('work that outlives a request adds no spans to its trace but can start a new trace', async () => {
    const { receiver, stop } = await trace();
    let late: Promise<unknown> | undefined;
    inSpan(step('request'), () => {
      late = delay(5).then(() => {
        inChildSpan(step('late statement'), () => {});
        inNewTrace(step('job'), () => inChildSpan(step('statement'), () => {}));
      });
    });
    await late;
    await stop();
    expect(treeOf(receiver.spans, root(receiver, 'job'))).toBe('job [statement]');
    expect(root(receiver, 'job').traceId).not.toBe(root(receiver, 'request').traceId);
    expect(receiver.spans.map(({ name }) => name)).not.toContain('late statement');
  });

  it('an unavailable collector causes only a loss of spans', async () => {
    const shown = metrics();
    const away = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    const { stop } = await trace(away, shown);
    for (let i = 0; i < 5_000; i++) expect(inSpan(step('a'), () => i)).toBe(i);
    await stop();
    expect(isTracing()).toBe(false);
    expect(shown.render()).toMatch(/^serai_trace_spans_lost_total [1-9]\d*$/m);
  });
});

it('tracing is disabled without a collector, and work creates no spans', async () => {
  await trace({ OTEL_EXPORTER_OTLP_ENDPOINT: undefined });
  expect(isTracing()).toBe(false);
  expect(inSpan(step('a'), span => [span, currentTraceparent()])).toEqual([undefined, undefined]);
});
