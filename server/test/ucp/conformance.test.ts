/** Compares every response of UCP Lodging with the schemas of the draft, over both bindings. */
import { UCP_OPERATIONS, type UcpOperation } from '@serai/contract/agents/ucp/ucp-route.ts';
import { SCENARIOS, type ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';
import type { ValidateFunction } from 'ajv';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Loose } from '../booking-request.ts';
import { BINDINGS, type Binding, startUcp, totalOf, type UcpClient, type UcpRequest } from './ucp-client.ts';
import { describeWithSchemas, loadSchemas, readSpec, type UcpSchemas } from './ucp-schemas.ts';

const BOOK_SCENARIOS = SCENARIOS.map(({ name }) => name).filter(name => name.startsWith('book.'));
const WALKED: readonly ScenarioName[] = [
  'ok',
  'prebook.price_up',
  'prebook.price_down',
  'prebook.terms_changed',
  'prebook.soldout',
  'avail.currency_jpy',
  'avail.currency_kwd',
  'avail.pay_at_property',
  'avail.on_request',
  'cancel.penalty',
  'cancel.nonrefundable',
  ...BOOK_SCENARIOS,
];

describeWithSchemas('UCP Lodging', () => {
  let client: UcpClient;
  let schemas: UcpSchemas;
  beforeAll(async () => {
    schemas = loadSchemas();
    client = await startUcp();
  });
  afterAll(() => client?.close());

  function valid(validate: ValidateFunction, value: unknown): void {
    const isValid = validate(value);
    expect(isValid ? [] : validate.errors, JSON.stringify(value)).toEqual([]);
  }

  const REQUESTS: Partial<Record<UcpOperation, 'create' | 'update' | 'complete'>> = {
    create_booking_session: 'create',
    update_booking_session: 'update',
    complete_booking_session: 'complete',
  };

  async function checked(binding: Binding, operation: UcpOperation, request: UcpRequest): Promise<Loose> {
    const schema = REQUESTS[operation];
    if (schema !== undefined) valid(schemas.requests[schema], request.body);
    const { body } = await client.send(binding, operation, request);
    if (body.ucp.status === 'error') {
      valid(schemas.error, body);
      return body;
    }
    valid(schemas.session, body);
    for (const { totals } of [body, ...body.stays]) {
      const parts = totals.filter(({ type }: Loose) => type !== 'total');
      expect(parts.reduce((sum: number, { amount }: Loose) => sum + amount, 0)).toBe(totalOf({ totals }));
    }
    expect(body.stays.reduce((sum: number, stay: Loose) => sum + totalOf(stay), 0)).toBe(totalOf(body));
    expect(body.confirmation !== undefined).toBe(body.status === 'completed');
    return body;
  }

  /** All five operations, in an order that reaches every state of the scenario. */
  async function walk(binding: Binding, scenario: ScenarioName): Promise<string[]> {
    const incomplete = await client.stays(scenario);
    const created = await checked(binding, 'create_booking_session', { body: incomplete });
    if (created.id === undefined) return ['none'];
    const { id } = created;
    const body = await client.readyRequest(scenario);
    const states = [created.status];
    const run = async (operation: UcpOperation, sent?: unknown) =>
      states.push((await checked(binding, operation, { id, body: sent })).status);
    await run('update_booking_session', body);
    await run('get_booking_session');
    await run('complete_booking_session', { payment: {} });
    await run('get_booking_session');
    await run('complete_booking_session', { payment: {} });
    await run('update_booking_session', body);
    await run('cancel_booking_session');
    await run('get_booking_session');
    const other = await checked(binding, 'create_booking_session', { body });
    if (other.id !== undefined) {
      const canceled = await checked(binding, 'cancel_booking_session', { id: other.id });
      expect(canceled.status).toBe('canceled');
    }
    return states;
  }

  it.each(BINDINGS)('every response over %s validates, in every scenario and state', async binding => {
    const walked = await Promise.all(WALKED.map(async name => [name, await walk(binding, name)] as const));
    const states = Object.fromEntries(walked);
    expect(states.ok).toEqual([
      'incomplete',
      'ready_for_complete',
      'ready_for_complete',
      ...Array(6).fill('completed'),
    ]);
    expect(states['prebook.soldout']).toEqual(['none']);
    expect(states['book.rejected']?.slice(3)).toEqual(Array(6).fill('canceled'));
    expect(states['book.timeout_forever']?.slice(3)).toEqual(Array(6).fill('complete_in_progress'));
    expect(states['book.price_changed']?.[3]).toBe('ready_for_complete');
  });

  it.each(BINDINGS)('errors without a session validate over %s', async binding => {
    const body = await client.readyRequest();
    await checked(binding, 'get_booking_session', { id: 'ucs_unknown' });
    await checked(binding, 'get_booking_session', {
      id: 'ucs_unknown',
      profileUrl: 'https://other.example/ucp',
    });
    await checked(binding, 'complete_booking_session', {
      id: 'ucs_unknown',
      body: { payment: {} },
      idempotencyKey: 'x',
    });
    const { body: wrong } = await client.send(binding, 'create_booking_session', {
      body: { ...body, stays: [] },
    });
    valid(schemas.error, wrong);
  });

  it('the profile validates', async () => {
    const response = await fetch(`${client.booking.app.interfaceUrl}/.well-known/ucp`);
    valid(schemas.profile, await response.json());
  });

  it('the schemas refuse a completed session without a confirmation', async () => {
    const session = await client.ready('rest');
    expect(schemas.session({ ...session, status: 'completed' })).toBe(false);
    expect(schemas.requests.create({ property: {} })).toBe(false);
  });

  it('paths and required headers of the draft have not moved', () => {
    const { paths, components } = readSpec('services/lodging/rest.openapi.json');
    const operations = Object.entries<Loose>(paths).flatMap(([path, methods]) =>
      Object.entries<Loose>(methods)
        .filter(([method]) => method !== 'parameters')
        .map(([method, { operationId, parameters, responses }]) => {
          const headers = parameters
            .map(({ $ref }: Loose) => components.parameters[$ref.split('/').at(-1)])
            .filter(({ required }: Loose) => required)
            .map(({ name }: Loose) => name);
          return `${method.toUpperCase()} ${path} ${operationId} ${headers.join(' ')} ${Object.keys(responses)}`;
        }),
    );
    expect(operations).toEqual([
      'POST /booking-sessions create_booking_session Idempotency-Key Request-Id UCP-Agent 201',
      'GET /booking-sessions/{id} get_booking_session Request-Id UCP-Agent 200',
      'PUT /booking-sessions/{id} update_booking_session Idempotency-Key Request-Id UCP-Agent 200',
      'POST /booking-sessions/{id}/complete complete_booking_session Idempotency-Key Request-Id UCP-Agent 200',
      'POST /booking-sessions/{id}/cancel cancel_booking_session Idempotency-Key Request-Id UCP-Agent 200',
    ]);
    expect(components.securitySchemes.api_key).toMatchObject({ in: 'header', name: 'X-API-Key' });
  });

  it('the tools have the parameters of the draft', async () => {
    const { methods, components } = readSpec('services/lodging/mcp.openrpc.json');
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const { json } = await client.booking.app.post('/ucp/mcp', message, { key: client.key });
    const shown = json.result.tools.map(({ name, inputSchema }: Loose) => [
      name,
      [...inputSchema.required].sort(),
      [...inputSchema.properties.meta.required].sort(),
    ]);
    const drafted = methods.map(({ name, params }: Loose) => {
      const meta = params.find((each: Loose) => each.name === 'meta').schema;
      const required = meta.allOf ? meta.allOf[1].required : components.schemas.meta.required;
      return [
        name,
        params
          .filter((each: Loose) => each.required)
          .map((each: Loose) => each.name)
          .sort(),
        [...required].sort(),
      ];
    });
    expect(shown).toEqual(drafted);
    expect(shown.map(([name]: [string]) => name)).toEqual([...UCP_OPERATIONS]);
  });
});
