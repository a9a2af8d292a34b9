import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATOR_OPERATIONS } from '@serai/contract/operator-operations.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runSerai, standIn } from '../../test/cli.ts';
import { everyCommand } from './command-table.ts';
import { listOf } from './operator-client.ts';

const service = await standIn();
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

const list = (more: string[] = [], env: NodeJS.ProcessEnv = service.env) =>
  runSerai(['keys', 'list', ...more], { env });

const error = (code: string, message: string, more: object = {}) => ({ error: { code, message, ...more } });

describe('a call to the operator API', () => {
  it('the operator client uses the token in the data folder', async () => {
    expect((await list()).code).toBe(0);
    expect(service.received).toMatchObject([
      {
        path: '/api/v1/keys/list',
        authorization: 'Bearer serai_operator_of_the_stand_in',
        input: { page: {} },
      },
    ]);
  });

  it('the operator client prefers SERAI_OPERATOR_TOKEN to the token in the data folder', async () => {
    await list([], { ...service.env, SERAI_OPERATOR_TOKEN: 'other' });
    expect(service.received[0]?.authorization).toBe('Bearer other');
  });

  it('the operator client calls the URL given with --url, even if it ends with a slash', async () => {
    const env = { ...service.env, SERAI_DASHBOARD_PORT: '1' };
    expect((await list(['--url', `${service.url}/`], env)).code).toBe(0);
  });

  it("the operator client does not send this machine's token to another host", async () => {
    const other = service.url.replace('127.0.0.1', '0.0.0.0');
    const { code, err } = await list(['--url', other]);
    expect(service.received[0]?.authorization).toBeUndefined();
    expect(code).toBe(4);
    expect(err).toContain('SERAI_OPERATOR_TOKEN');
  });

  it('the operator client does not use a token file that other users can read', async () => {
    const path = join(service.env.SERAI_DATA_DIR as string, 'operator-token');
    chmodSync(path, 0o644);
    const { code, err } = await list();
    chmodSync(path, 0o600);
    expect(code).toBe(4);
    expect(err).toContain(`chmod 600 ${path}`);
    expect(service.received).toHaveLength(0);
  });
});

describe('a failed call', () => {
  it('a command exits with code 3 if the service is not running', async () => {
    const env = { ...service.env, SERAI_DASHBOARD_PORT: '1' };
    expect(await list([], env)).toEqual({
      code: 3,
      out: '',
      err: 'Serai is not reachable at http://127.0.0.1:1.\nStart it with npm start, or set another URL with --url or SERAI_DASHBOARD_PORT.\n',
    });
  });

  it('a command exits with code 3 if another program responds at the URL', async () => {
    service.answerNext(200, '<html>');
    const { code, err } = await list();
    expect(code).toBe(3);
    expect(err).toContain('is not Serai');
    service.answerNext(404, { message: 'no such page' });
    expect((await list()).code).toBe(3);
  });

  it('a command exits with code 4 if the token is missing or wrong', async () => {
    const missing = await list([], { ...service.env, SERAI_DATA_DIR: '/nowhere' });
    expect(missing).toMatchObject({ code: 4, out: '' });
    expect(missing.err).toContain('There is no operator token.\nIt is read from /nowhere/operator-token.');
    const wrong = await list([], { ...service.env, SERAI_OPERATOR_TOKEN: 'other' });
    expect(wrong.code).toBe(4);
    expect(wrong.err).toContain(`The operator token is not valid at ${service.url}.`);
  });

  it('a command exits with code 4 if the role is not allowed to make the call', async () => {
    service.answerNext(403, error('FORBIDDEN', 'keys/list needs the role owner; yours is developer.'));
    expect(await list()).toMatchObject({
      code: 4,
      err: 'keys/list needs the role owner; yours is developer.\n',
    });
  });

  it('a command exits with code 1 if the service rejects the input, and prints each detail on its own line', async () => {
    const details = [
      { path: '/allowedAddresses/1', code: 'INVALID_ADDRESS', message: 'write 10.0.0.0/8.' },
      { path: '/expiresAt', code: 'NOT_IN_FUTURE', message: 'must lie in the future.' },
    ];
    service.answerNext(400, error('VALIDATION_ERROR', '2 fields are invalid.', { details }));
    const { code, out, err } = await list();
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(
      '2 fields are invalid.\n  /allowedAddresses/1: write 10.0.0.0/8.\n  /expiresAt: must lie in the future.\nCorrect the input and try again.\n',
    );
  });

  it('a command exits with code 1 and shows the request ID if the service fails', async () => {
    service.answerNext(500, error('INTERNAL_ERROR', 'Something went wrong.', { requestId: 'req_1' }));
    const { code, err } = await list();
    expect(code).toBe(1);
    expect(err).toContain('req_1');
    service.answerNext(503, error('SERVICE_UNAVAILABLE', 'Not now.'));
    expect((await list()).err).toContain('serai doctor');
  });

  it("a command that fails prints the service's unchanged response with --json", async () => {
    const body = error('INVALID_STATE', 'No.', { requestId: 'req_1', retryable: false });
    service.answerNext(409, body);
    expect(await list(['--json'])).toEqual({ code: 1, out: '', err: `${JSON.stringify(body)}\n` });
  });
});

it('if an id is unknown, every command names commands that exist', async () => {
  const names = new Set((await everyCommand()).map(({ name }) => name));
  const named = OPERATOR_OPERATIONS.filter(({ errors }) => errors.some(code => code.endsWith('NOT_FOUND')))
    .flatMap(({ name }) => listOf(name.split('/')[0] ?? '').split(', '))
    .map(command => command.replace('serai ', ''));
  expect(named.length).toBeGreaterThan(50);
  expect([...new Set(named)].filter(name => !names.has(name))).toEqual([]);
});
