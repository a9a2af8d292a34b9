/** An OTLP/HTTP trace collector that stores everything it receives. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  name: string;
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
  failed: boolean;
}

export interface TraceReceiver {
  url: string;
  spans: ReceivedSpan[];
  /** Everything received, unchanged. */
  text(): string;
  headers: IncomingMessage['headers'][];
  close(): Promise<void>;
}

export async function startTraceReceiver(): Promise<TraceReceiver> {
  const bodies: string[] = [];
  const spans: ReceivedSpan[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    if (request.method !== 'POST' || request.url !== '/v1/traces') {
      response.writeHead(404).end();
      return;
    }
    headers.push(request.headers);
    bodies.push(body);
    spans.push(...readSpans(JSON.parse(body)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    text: () => bodies.join('\n'),
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: JSON of another's making
type Message = any;

function readSpans({ resourceSpans }: Message): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }: Message) =>
    scopeSpans.flatMap(({ spans }: Message) =>
      spans.map((span: Message) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId,
        name: span.name,
        attributes: members(span.attributes),
        resource: members(resource.attributes),
        failed: span.status?.code === 2,
      })),
    ),
  );
}

function members(attributes: Message): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }: Message) => [key, Object.values(value as object)[0]]),
  );
}

/** Lists the span names of a trace, each with its children in brackets. Children are sorted, without duplicates. */
export function treeOf(spans: readonly ReceivedSpan[], root: ReceivedSpan): string {
  const below = spans.filter(({ parentSpanId }) => parentSpanId === root.spanId);
  const texts = [...new Set(below.map(span => treeOf(spans, span)))].sort();
  return texts.length === 0 ? root.name : `${root.name} [${texts.join(', ')}]`;
}
