import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LIVE_KEY } from '../../../../test/suppliers/liteapi/simulator.ts';
import { HOTEL, STAY, type Stage, startStage } from '../../../../test/suppliers/liteapi/stage.ts';
import { createLog } from '../../../platform/log.ts';
import { OutboundClient } from '../../../platform/outbound/outbound-client.ts';
import { SupplierClient } from '../conformance/supplier-client.ts';
import { createLiteApiSupplier } from './adapter.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());
afterEach(() => stage.simulator.clearFaults());

const lastRequest = (operation: string) =>
  stage.simulator.exchanges.filter(exchange => exchange.operation === operation).at(-1)?.request;

function respondOnce(operation: string, status: number, body: unknown): void {
  stage.simulator.fail(operation, { when: 'before', kind: 'respond', response: { status, body } });
}

describe('a LiteAPI account', () => {
  const options = () => ({
    clock: stage.clock,
    log: createLog('silent'),
    http: new OutboundClient({ connections: 1 }),
  });

  it('no request is sent with a key of the other environment', async () => {
    const before = stage.simulator.exchanges.length;
    const wrong = stage.another({ credentials: { apiKey: LIVE_KEY } });
    const failed = { kind: 'FAILED', cause: 'ENVIRONMENT' };
    expect(await wrong.probe(stage.client.call())).toEqual(failed);
    const { request, known } = await stage.client.ordered(STAY, HOTEL);
    const sent = stage.simulator.exchanges.length;
    expect(await wrong.book(stage.client.call(), request)).toEqual({
      kind: 'NOT_EXECUTED',
      cause: 'CREDENTIALS',
    });
    expect(await wrong.lookup(stage.client.call(), known)).toEqual(failed);
    expect(stage.simulator.exchanges.length).toBe(sent);
    expect(sent).toBeGreaterThan(before);
  });

  it('a live LiteAPI account cannot have a base URL', () => {
    const live = { kind: 'LIVE' as const, credentials: { apiKey: LIVE_KEY }, ...options() };
    expect(() => createLiteApiSupplier({ ...live, settings: { baseUrl: 'http://127.0.0.1' } })).toThrow(
      /base URL/,
    );
    expect(createLiteApiSupplier(live).kind).toBe('LIVE');
  });

  it('a production account books with the wallet at LiteAPI’s own hosts', async () => {
    const hosts = new Set<string>();
    const http = new OutboundClient({ connections: 2 });
    const live = createLiteApiSupplier({
      ...options(),
      kind: 'LIVE',
      credentials: { apiKey: LIVE_KEY },
      http: {
        send(request) {
          hosts.add(request.url.origin);
          return http.send({
            ...request,
            url: new URL(request.url.pathname + request.url.search, stage.simulator.url),
          });
        },
      },
    });
    const client = new SupplierClient(live, stage.clock);
    const { request, known } = await client.ordered(STAY, HOTEL);
    const booked = await live.book(client.call(), request);
    expect(booked.kind).toBe('CONFIRMED');
    expect(booked).not.toHaveProperty('feesMinor');
    expect(lastRequest('book')?.body).toMatchObject({ payment: { method: 'WALLET' } });
    expect(await live.lookup(client.call(), known)).toMatchObject({ kind: 'FOUND', state: 'BOOKED' });
    expect([...hosts].sort()).toEqual(['https://api.liteapi.travel', 'https://book.liteapi.travel']);
    await http.close();
  });

  it('a rejected key is reported as CREDENTIALS', async () => {
    const wrong = stage.another({ credentials: { apiKey: 'sand_wrong' } });
    expect(await wrong.probe(stage.client.call())).toEqual({ kind: 'FAILED', cause: 'CREDENTIALS' });
    const { request } = await stage.client.ordered(STAY, HOTEL);
    expect(await wrong.book(stage.client.call(), request)).toEqual({
      kind: 'NOT_EXECUTED',
      cause: 'CREDENTIALS',
    });
  });

  it('recorded exchanges contain no key and no personal data, even if an error repeats them', async () => {
    const { request } = await stage.client.ordered(STAY, HOTEL);
    const { holder } = request;
    respondOnce('book', 400, {
      error: { code: 4002, description: `invalid: ${holder.email} ${holder.lastName}` },
    });
    await stage.supplier.book(stage.client.call(), request);
    const text = JSON.stringify(stage.client.exchanges);
    expect(text).not.toContain('sand_');
    expect(text).not.toMatch(/quimper|zenobia|peanut/i);
    expect(text).toContain(request.reference);
  });
});
