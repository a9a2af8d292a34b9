/**
 * Trace spans. Without a tracer, which is the default, this file adds no work. Tracing never makes the traced work fail
 * or wait.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { SpanAttributes } from './span-attributes.ts';
import { formatTraceparent, parseTraceparent, type TraceParent } from './traceparent.ts';

export interface Span {
  /** Used to continue the trace in another process. */
  readonly parent: TraceParent;
  /** False after the span has ended, and if the trace is not sampled. */
  readonly isRecording: boolean;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  fail(): void;
  end(): void;
}

export interface SpanStart {
  name: string;
  kind: 'server' | 'client' | 'internal';
  attributes?: SpanAttributes;
}

export interface Tracer {
  /** Whether a client may determine the trace of its request. */
  readonly trustsClients: boolean;
  start(start: SpanStart, parent: TraceParent | undefined): Span;
}

let tracer: Tracer | undefined;
/** The current span, or the parent received from another process. */
const current = new AsyncLocalStorage<Span | { parent: TraceParent; isRecording: true } | undefined>();

export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Runs the work in a span of the current trace, or starts a trace. */
export function inSpan<T>(start: SpanStart, work: (span: Span | undefined) => T): T {
  return tracer === undefined ? work(undefined) : watch(tracer, start, current.getStore()?.parent, work);
}

/** Runs the work in a new trace that is independent of the caller. */
export function inNewTrace<T>(start: SpanStart, work: (span: Span | undefined) => T): T {
  return tracer === undefined ? work(undefined) : watch(tracer, start, undefined, work);
}

/** Runs the work in a child span. If no trace is being recorded, there is no span. */
export function inChildSpan<T>(start: SpanStart, work: (span: Span | undefined) => T): T {
  const above = tracer && current.getStore();
  if (tracer === undefined || !above?.isRecording) return work(undefined);
  return watch(tracer, start, above.parent, work);
}

/** `header` comes from a client and is only used if the settings allow it. */
export function withClientTrace<T>(header: string | undefined, work: () => T): T {
  return withRemoteTrace(tracer?.trustsClients ? header : undefined, work);
}

/** `header` comes from another process of this installation. */
export function withRemoteTrace<T>(header: string | undefined, work: () => T): T {
  if (tracer === undefined) return work();
  const parent = parseTraceparent(header);
  return current.run(parent && { parent, isRecording: true }, work);
}

/** Returns the header value for a request to another process of this installation. */
export function currentTraceparent(): string | undefined {
  const above = tracer && current.getStore();
  return above && formatTraceparent(above.parent);
}

function watch<T>(by: Tracer, start: SpanStart, parent: TraceParent | undefined, work: (span: Span) => T): T {
  const span = by.start(start, parent);
  try {
    const result = current.run(span, () => work(span));
    if (result instanceof Promise) {
      result.then(
        () => span.end(),
        () => failed(span),
      );
    } else span.end();
    return result;
  } catch (error) {
    failed(span);
    throw error;
  }
}

function failed(span: Span): void {
  span.fail();
  span.end();
}
