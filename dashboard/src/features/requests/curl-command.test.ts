import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curlCommand } from './curl-command.ts';

const request = {
  path: '/connect/hotels/v1/availability',
  idempotencyKey: null,
  clientVersion: "it's $HOME `id`",
};

/** The words that a shell makes of it, each on a line. */
function words(command: string): string[] {
  const script = `curl() { printf '%s\\n' "$@"; }; SERAI_API_KEY=the-key; ${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).trimEnd().split('\n');
}

describe('a request as a command', () => {
  it('means the same to a shell, whatever the request holds', () => {
    const body = { note: "O'Hara; rm -rf $HOME" };
    expect(words(curlCommand(request, body, 'http://127.0.0.1:8080/'))).toEqual([
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

  it('has an empty body where none was kept', () => {
    expect(curlCommand({ ...request, clientVersion: null }, null, 'http://h')).toMatch(/-d '\{\}'$/);
  });
});
