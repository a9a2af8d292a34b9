import { OPERATIONS } from '@serai/contract/operations.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../test/test-app.ts';

let app: TestApp;
let key: string;
let keyId: string;
beforeAll(async () => {
  app = await testApp();
  const made = await app.createKey({ environment: 'sandbox', scopes: ['content:read'] });
  [key, keyId] = [made.secret, made.keyId];
});
afterAll(() => app?.close());

describe('reading the reference', () => {
  test('the API reference shows every operation with its errors, its response fields and an example', async () => {
    const { json } = await app.operate('reference/list', {});
    expect(json.operations.map(({ name }: { name: string }) => name)).toEqual(
      OPERATIONS.map(({ name }) => name),
    );
    for (const { name, errors } of OPERATIONS) {
      const { json: shown } = await app.operate('reference/show', { operation: name });
      const { operation } = shown;
      expect(operation.errors).toHaveLength(errors.length);
      expect(operation.answer.length).toBeGreaterThan(0);
      expect(operation.examples[0].curl).toContain(operation.path);
    }
  });

  test('the API reference lists a nested field after the field that contains it', async () => {
    const { json } = await app.operate('reference/show', { operation: 'availability' });
    const paths: string[] = json.operation.request.map(({ path }: { path: string }) => path);
    expect(paths).toContain('occupancies.adults');
    expect(paths.indexOf('occupancies.adults')).toBeGreaterThan(paths.indexOf('occupancies'));
    const fieldAt = (wanted: string) =>
      json.operation.request.find(({ path }: { path: string }) => path === wanted);
    expect(fieldAt('occupancies')).toMatchObject({ required: true, type: 'list of objects' });
    expect(fieldAt('occupancies.childAges').type).toBe('list of integers');
    expect(fieldAt('hotelIds').type).toBe('list of strings');
  });

  test('the API reference returns 404 for an unknown operation', async () => {
    const { status } = await app.operate('reference/show', { operation: 'nothing' });
    expect(status).toBe(404);
  });
});

describe('trying an operation', () => {
  const attempt = (input: object) =>
    app.operate('reference/try', { operation: 'boards', key, body: '{}', ...input });

  test('reference/try returns the API response with its rate limits', async () => {
    const { status, json } = await attempt({});
    expect([status, json.status]).toEqual([200, 200]);
    expect(json.body.boards).toBeInstanceOf(Array);
    expect(json.body.meta).toMatchObject({ environment: 'sandbox', requestId: json.requestId });
    expect(json.headers).toMatchObject({ 'x-request-id': json.requestId, ratelimit: expect.any(String) });
  });

  test('reference/try returns an API error as a response', async () => {
    const wrong = await attempt({ body: '{"langage":1}' });
    expect([wrong.status, wrong.json.status, wrong.json.body.error.code]).toEqual([
      200,
      400,
      'VALIDATION_ERROR',
    ]);
    const noJson = await attempt({ body: 'boards, please' });
    expect(noJson.json.body.error.code).toBe('INVALID_JSON');
    const scope = await attempt({ operation: 'availability' });
    expect([scope.json.status, scope.json.body.error.message]).toEqual([
      403,
      expect.stringContaining('hotels:search'),
    ]);
    const stranger = await attempt({ key: `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}` });
    expect(stranger.json.status).toBe(401);
  });

  test('reference/try returns 403 if the key may not be used from this address', async () => {
    const made = await app.createKey({
      environment: 'sandbox',
      scopes: ['content:read'],
      allowedAddresses: ['203.0.113.0/24'],
    });
    expect((await attempt({ key: made.secret })).json.status).toBe(403);
  });

  test('reference/try rejects a production key and does not echo it', async () => {
    const live = await app.createKey({ environment: 'production', scopes: ['content:read'] });
    const { status, json, text } = await attempt({ key: live.secret });
    expect([status, json.error.details[0].path]).toEqual([400, '/key']);
    expect(text).not.toContain(live.secret);
  });

  test('a call made with reference/try appears in the request log without the key', async () => {
    const { json } = await attempt({});
    const logged = () => app.operate('requests/list', { requestId: json.requestId });
    await expect
      .poll(async () => (await logged()).json.requests)
      .toMatchObject([{ operation: 'boards', status: 200, keyId }]);
    expect((await logged()).text).not.toContain(key);
  });
});
