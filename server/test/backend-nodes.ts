/** Backends for gateway tests. They are real servers behind fault proxies, with responses that the test chooses. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MCP_ROUTE } from '@serai/contract/agents/mcp-route.ts';
import type { TrafficClass } from '@serai/contract/operation.ts';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { afterEach } from 'vitest';
import type { Forward, ForwardCall } from '../src/gateway/forward/forward.ts';
import { forwardOverHttp } from '../src/gateway/forward/forward-over-http.ts';
import type { ClassCaps } from '../src/platform/admission/admission.ts';
import { openOverload } from '../src/platform/admission/overload.ts';
import { type Clock, systemClock } from '../src/platform/clock.ts';
import { BodyReads } from '../src/platform/http/body-reads.ts';
import { jsonPage, plainPages } from '../src/platform/http/plain-pages.ts';
import { createLog } from '../src/platform/log.ts';
import { createMetrics } from '../src/platform/metrics.ts';
import type { Answer } from '../src/platform/operations/answer.ts';
import { backendListener } from '../src/platform/operations/backend-listener.ts';
import type { BackendRequest } from '../src/platform/operations/backend-request.ts';
import type { TokenClaims } from '../src/platform/token/token-claims.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

export const ANSWER: Answer = {
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: '{"ok":true}',
};

export interface BackendNode {
  calls: BackendRequest[];
  proxy: FaultProxy;
  isReady: boolean;
  /** Sets how the backend responds from now on. */
  answer: (request: BackendRequest) => Promise<Answer>;
}

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startNode(): Promise<BackendNode> {
  const node: BackendNode = {
    calls: [],
    proxy: undefined as never,
    isReady: true,
    answer: async () => ANSWER,
  };
  const backend = async (request: BackendRequest) => {
    node.calls.push(request);
    return node.answer(request);
  };
  const server: Server = createServer(
    backendListener({
      backend,
      operations: OPERATIONS,
      verifier: { verify: () => ({ organisationId: 'org_test', environment: 'sandbox' }) as TokenClaims },
      admission: openOverload({ clock: systemClock, metrics: createMetrics(), loopDelayMs: () => 0 })
        .admission,
      bodies: new BodyReads({ clock: systemClock, metrics: createMetrics(), deadlineMs: 10_000 }),
      pages: plainPages({ '/readyz': () => jsonPage(node.isReady ? 200 : 503, {}) }),
      clock: systemClock,
      log: createLog('silent'),
    }),
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  node.proxy = await startFaultProxy({ target: { host: '127.0.0.1', port } });
  closing.push(async () => {
    await node.proxy.close();
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });
  return node;
}

/** `clock` is the clock of the gateway. The backends and the network always use the system clock. */
export async function setUp(count = 2, maxConnections?: ClassCaps, clock: Clock = systemClock) {
  const nodes = await Promise.all(Array.from({ length: count }, startNode));
  const forward = forwardOverHttp(
    nodes.map(({ proxy }) => `http://127.0.0.1:${proxy.port}`),
    clock,
    maxConnections,
  );
  closing.push(() => forward.close());
  return { nodes: nodes as [BackendNode, BackendNode], forward };
}

const BY_CLASS: Record<TrafficClass, string> = {
  search: 'availability',
  content: 'boards',
  list: 'bookinglist',
  quote: 'prebooking',
  detail: 'bookingdetail',
  agent: 'mcp',
  book: 'booking',
};

export function callOf(trafficClass: TrafficClass, members: Partial<ForwardCall> = {}) {
  const operation = [...OPERATIONS, MCP_ROUTE].find(({ name }) => name === BY_CLASS[trafficClass]);
  if (operation === undefined) throw new Error(`no operation of the class ${trafficClass}`);
  let resent = 0;
  const call: ForwardCall = {
    operation,
    path: operation.path,
    token: 'token',
    body: Buffer.from('{"a":1}'),
    requestId: 'req_1',
    clientAddress: '203.0.113.9',
    arrivedAtMs: 1_750_000_000_123,
    timeLeftMs: 2_000,
    ifNoneMatch: undefined,
    idempotencyKey: 'idem-1',
    signal: new AbortController().signal,
    onResend: () => {
      resent++;
    },
    ...members,
  };
  return { call, resent: () => resent };
}

/** Returns the status of the response, or the name of the failure. */
export async function outcomeOf(forward: Forward, call: ForwardCall): Promise<number | string> {
  try {
    return (await forward.send(call)).status;
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).name;
  }
}

export const callsOf = (nodes: readonly BackendNode[]) =>
  nodes.reduce((sum, node) => sum + node.calls.length, 0);
