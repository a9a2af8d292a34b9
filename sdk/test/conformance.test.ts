import { afterEach, describe, expect, test, vi } from 'vitest';
import { ERROR_CODES } from '../../contract/src/errors.ts';
import { EVENT_TYPES } from '../../contract/src/events.ts';
import { OPERATIONS } from '../../contract/src/operations.ts';
import * as sdk from '../src/serai.ts';
import { playCase } from './conformance/play.ts';
import { ScriptedSocket } from './conformance/scripted-socket.ts';
import { readTable } from './conformance/table.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

// Replaced by the address of the scripted server.
const URL = 'http://scripted.invalid';
const cases = readTable(URL);

describe.each([...new Set(cases.map(({ group }) => group))])('the conformance table: %s', group => {
  const named = cases.filter(each => each.group === group).map(each => [each.name, each] as const);
  test.each(named)('%s', async (_, each) => {
    const socket = new ScriptedSocket();
    const url = await socket.listen();
    try {
      await playCase(JSON.parse(JSON.stringify(each).replaceAll(URL, url)), url, socket);
    } finally {
      await socket.close();
    }
  });
});

test('the name of each case in the conformance table is unique', () => {
  expect(new Set(cases.map(({ group, name }) => `${group} ${name}`)).size).toBe(cases.length);
});

describe('the conformance table contains', () => {
  const text = JSON.stringify(cases);

  test('every operation', () => {
    const used = new Set(cases.map(({ call }) => call?.operation));
    expect(OPERATIONS.map(({ name }) => name).filter(name => !used.has(name))).toEqual([]);
  });

  test('every option of the client and of a call', () => {
    const clientOptions = new Set(cases.flatMap(({ client }) => Object.keys(client ?? {})));
    const callOptions = new Set(cases.flatMap(({ call }) => Object.keys(call?.options ?? {})));
    expect([...clientOptions].sort()).toEqual(
      ['apiKey', 'baseUrl', 'maxRetries', 'maxRetryAfter', 'throttle', 'timeoutMs'].sort(),
    );
    expect([...callOptions].sort()).toEqual(
      [
        'headers',
        'idempotencyKey',
        'ifNoneMatch',
        'maxRetries',
        'maxRetryAfter',
        'requestId',
        'timeoutMs',
      ].sort(),
    );
  });

  test('every error class and error code', () => {
    // Only the TypeScript SDK has an abort signal. Other languages have their own way to cancel a call.
    const classes = Object.keys(sdk).filter(name => name.endsWith('Error') && name !== 'AbortedError');
    const raised = new Set(cases.map(each => each.expect.raises?.class));
    expect(classes.filter(name => !raised.has(name))).toEqual([]);
    expect(ERROR_CODES.filter(code => !text.includes(`"code":"${code}"`))).toEqual([]);
  });

  test('every event', () => {
    const signed = new Set(cases.map(({ sign }) => (sign?.event as { type?: string } | undefined)?.type));
    expect(EVENT_TYPES.filter(type => !signed.has(type))).toEqual([]);
  });
});
