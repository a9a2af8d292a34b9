/**
 * Enables tracing if the settings name a collector. If the collector is unavailable, spans are lost, but nothing else
 * is affected.
 */
import { type Clock, sleep } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Metrics } from '../metrics.ts';
import { setTracer } from './span.ts';

export interface TracingSettings {
  OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS: Readonly<Record<string, string>> | undefined;
  SERAI_TRACE_SAMPLE: number;
  SERAI_TRACE_CLIENTS: 'off' | 'on';
}

interface TracingParts {
  settings: TracingSettings;
  resource: Readonly<Record<string, string>>;
  metrics: Metrics;
  clock: Clock;
  log: Log;
}

const STOP_MS = 2_000;

export async function startTracing(parts: TracingParts): Promise<{ stop(): Promise<void> } | undefined> {
  const { settings, resource, metrics, clock, log } = parts;
  const lost = metrics.counter(
    'serai_trace_spans_lost_total',
    'Spans that could not be sent to the collector.',
  );
  const endpoint = settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  let isReported = false;
  const { openTelemetry } = await import('./open-telemetry.ts');
  const telemetry = openTelemetry({
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS ?? {},
    sampleEvery: settings.SERAI_TRACE_SAMPLE,
    trustsClients: settings.SERAI_TRACE_CLIENTS === 'on',
    resource,
    onLost(count) {
      lost.add(0, count);
      if (!isReported) log.warn('trace spans could not be sent and were lost');
      isReported = true;
    },
  });
  setTracer(telemetry.tracer);
  return {
    async stop() {
      setTracer(undefined);
      await Promise.race([telemetry.stop().catch(() => {}), sleep(clock, STOP_MS)]);
    },
  };
}
