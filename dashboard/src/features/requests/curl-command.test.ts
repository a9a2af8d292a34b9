import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlCommand } from './curl-command.ts';

const request = {
  path: '/connect/hotels/v1/availability',
  idempotencyKey: null,
  clientVersion: "it's $HOME `id`",
};

function shellArguments(command: string): string[] {
  const script = `curl() { printf '%s\\n' "$@"; }; SERAI_API_KEY=the-key; ${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
}

describe('curlCommand', () => {
  it('curlCommand quotes every value, so that a shell passes it unchanged', () => {
    const body = { note: "O'Hara; rm -rf $HOME" };
    expect(shellArguments(curlCommand(request, body, 'http://127.0.0.1:8080/'))).toEqual([
      'http://127.0.0.1:8080/connect/hotels/v1/availability',
      '-H',
      'Authorization: ApiKey the-key',
      '-H',
      'Content-Type: application/json',
      '-H',
      "X-Client-Version: it's $HOME `id`",
      '-d',
      JSON.stringify(body),
    ]);
  });

  it('curlCommand sends an empty object if no body was recorded', () => {
    expect(curlCommand({ ...request, clientVersion: null }, null, 'http://h')).toMatch(/-d '\{\}'$/);
  });
});
