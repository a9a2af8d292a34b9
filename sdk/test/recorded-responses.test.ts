/** Checks the sandbox responses that the documentation shows against the types and the client of the SDK. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERROR_CODES } from '../../contract/src/errors.ts';
import { EVENT_TYPES } from '../../contract/src/events.ts';
import { recordedCalls, recordedError, recordedEvent } from '../../contract/src/openapi/recorded-examples.ts';
import { OPERATIONS } from '../../contract/src/operations.ts';
import { ERRORS } from '../src/generated/types.ts';
import { type SeraiEvent, webhooks } from '../src/serai.ts';
import { type PackedProject, packedProject } from './packed-project.ts';
import { type ScriptedServer, scriptedServer, thrown } from './scripted-server.ts';

let project: PackedProject;
let server: ScriptedServer;
beforeAll(async () => {
  project = await packedProject();
  server = await scriptedServer();
});
afterAll(async () => {
  await server?.close();
  await project?.remove();
});

const events = EVENT_TYPES.map(recordedEvent).filter(event => event !== undefined);

test('recorded requests, responses, errors and events match the types of the SDK exactly', async () => {
  // The values are written as literals, so that the compiler also reports unknown fields.
  const lines: string[] = ["import type { ErrorBody, OperationTypes, SeraiEvent } from '@serai/sdk';"];
  const declare = (type: string, value: unknown) =>
    lines.push(`export const v${lines.length}: ${type} = ${JSON.stringify(value)};`);
  for (const operation of OPERATIONS) {
    for (const { request, answer } of recordedCalls(operation)) {
      declare(`OperationTypes['${operation.name}']['request']`, request);
      declare(`OperationTypes['${operation.name}']['answer']`, answer);
    }
  }
  for (const event of events) declare('SeraiEvent', event);
  for (const code of ERROR_CODES) if (recordedError(code)) declare('ErrorBody', recordedError(code));
  await writeFile(join(project.folder, 'recorded.ts'), lines.join('\n'));
  const { code, out } = await project.check({ module: 'nodenext', types: [] }, 'recorded.ts');
  expect([code, out]).toEqual([0, '']);
  expect(lines.length).toBeGreaterThan(2 * OPERATIONS.length);
});

test('each recorded error is thrown with its code, status and details', async () => {
  for (const code of ERROR_CODES) {
    const body = recordedError(code) as { error: { message: string; details?: unknown[] } } | undefined;
    if (!body) continue;
    server.script({ status: ERRORS[code].status, body });
    const error = await thrown(server.client({ maxRetries: 0 }).bookings.list());
    expect([error.code, error.status, error.retryable]).toEqual([
      code,
      ERRORS[code].status,
      ERRORS[code].retryable,
    ]);
    expect(error.message.split('\n')[0]).toBe(body.error.message);
    expect(error.details).toEqual(body.error.details ?? []);
  }
});

test('each recorded event is received unchanged', async () => {
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  expect(events.length).toBeGreaterThan(5);
  for (const event of events as SeraiEvent[]) {
    const { body, headers } = await webhooks.sign(event, secret);
    expect(await webhooks.unwrap(body, headers, secret)).toEqual(event);
  }
});
