/**
 * The OpenTelemetry tracer, which sends spans in batches over OTLP. It is only loaded if tracing is enabled. No other
 * file imports OpenTelemetry.
 */
import {
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Span, SpanStart, Tracer } from './span.ts';
import { allowedAttributes, type SpanAttributes } from './span-attributes.ts';
import type { TraceParent } from './traceparent.ts';

export interface TelemetryOptions {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** One in N of the traces that begin here is recorded. */
  sampleEvery: number;
  trustsClients: boolean;
  resource: Readonly<Record<string, string>>;
  /** Called with the number of spans that could not be sent. */
  onLost(count: number): void;
}

export interface Telemetry {
  tracer: Tracer;
  stop(): Promise<void>;
}

const EXPORT_MS = 3_000;
const MAX_WAITING_SPANS = 4_096;
const MAX_VALUE_LENGTH = 128;

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;

export function openTelemetry(options: TelemetryOptions): Telemetry {
  const exporter = new OTLPTraceExporter({
    url: options.url,
    headers: { ...options.headers },
    timeoutMillis: EXPORT_MS,
    concurrencyLimit: 2,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...options.resource }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(1 / options.sampleEvery) }),
    spanLimits: { attributeValueLengthLimit: MAX_VALUE_LENGTH },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: counting(exporter, options.onLost),
        scheduledDelayMillis: 1_000,
        exportTimeoutMillis: EXPORT_MS,
        maxQueueSize: MAX_WAITING_SPANS,
      }),
    ],
  });
  const spans = provider.getTracer('serai');
  return {
    tracer: {
      trustsClients: options.trustsClients,
      start: ({ name, kind, attributes = {} }, parent) =>
        new WatchedSpan(
          spans.startSpan(
            name,
            { kind: KINDS[kind], attributes: allowedAttributes(attributes) },
            contextOf(parent),
          ),
        ),
    },
    stop: () => provider.shutdown(),
  };
}

/** The library does not report spans that it could not send. */
function counting(exporter: SpanExporter, onLost: (count: number) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, result => {
        if (result.code !== 0) onLost(spans.length);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

function contextOf(parent: TraceParent | undefined) {
  if (parent === undefined) return ROOT_CONTEXT;
  const traceFlags = parent.sampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId: parent.traceId,
    spanId: parent.spanId,
    traceFlags,
    isRemote: true,
  });
}

class WatchedSpan implements Span {
  readonly parent: TraceParent;
  readonly #span: OtelSpan;

  constructor(span: OtelSpan) {
    const { traceId, spanId, traceFlags } = span.spanContext();
    this.parent = { traceId, spanId, sampled: (traceFlags & TraceFlags.SAMPLED) !== 0 };
    this.#span = span;
  }

  get isRecording(): boolean {
    return this.#span.isRecording();
  }

  rename(name: SpanStart['name']): void {
    this.#span.updateName(name);
  }

  set(attributes: SpanAttributes): void {
    this.#span.setAttributes(allowedAttributes(attributes));
  }

  /** The message is omitted, because it may contain anything. */
  fail(): void {
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(): void {
    this.#span.end();
  }
}
