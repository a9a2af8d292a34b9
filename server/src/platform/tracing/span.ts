/**
 * Spans of traces. Without a tracer, which is the default, work runs as if this file were not there. Nothing here ever
 * fails or delays the work it watches.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { SpanAttributes } from './span-attributes.ts';
import { formatTraceparent, parseTraceparent, type TraceParent } from './traceparent.ts';

export interface Span {
  /** As the next process continues it. */
  readonly parent: TraceParent;
  /** False once it ended, and where the trace was not drawn. */
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
  /** Whether a client may say which trace its request belongs to. */
  readonly trustsClients: boolean;
  start(start: SpanStart, parent: TraceParent | undefined): Span;
}

let tracer: Tracer | undefined;
/** The span at hand, or where another process says that it began. */
const current = new AsyncLocalStorage<Span | { parent: TraceParent; isRecording: true } | undefined>();

/** One for the process. Undefined takes it away. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Begins a trace, or goes on with the one at hand. */
export function inSpan<T>(start: SpanStart, work: (span: Span | undefined) => T): T {
  return tracer === undefined ? work(undefined) : watch(tracer, start, current.getStore()?.parent, work);
}

/** Begins a trace of its own, whatever set off the work. */
export function inNewTrace<T>(start: SpanStart, work: (span: Span | undefined) => T): T {
  return tracer === undefined ? work(undefined) : watch(tracer, start, undefined, work);
}

/** A part of a trace; outside of one there is no span. */
export function inChildSpan<T>(start: SpanStart, work: (span: Span | undefined) => T): T {
  const above = tracer && current.getStore();
  if (tracer === undefined || !above?.isRecording) return work(undefined);
  return watch(tracer, start, above.parent, work);
}

/** `header` is that of a client, and believed only where the settings say so. */
export function withClientTrace<T>(header: string | undefined, work: () => T): T {
  return withRemoteTrace(tracer?.trustsClients ? header : undefined, work);
}

/** `header` is that of another process of ours. */
export function withRemoteTrace<T>(header: string | undefined, work: () => T): T {
  if (tracer === undefined) return work();
  const parent = parseTraceparent(header);
  return current.run(parent && { parent, isRecording: true }, work);
}

/** For the header of a request to another process of ours. */
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
