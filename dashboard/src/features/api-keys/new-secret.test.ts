import { execFileSync } from 'node:child_process';
import { OPERATIONS } from '@serai/contract/operations.ts';
import { SCOPE_NAMES } from '@serai/contract/scopes.ts';
import { describe, expect, it } from 'vitest';
import { Serai } from '../../../../sdk/src/serai.ts';
import { firstCommand, firstProgram, firstPythonProgram } from './new-secret.tsx';

const URL = 'http://127.0.0.1:8080';
const client = new Serai({ apiKey: 'serai_sandbox_0_0', baseUrl: URL }) as unknown as Record<
  string,
  Record<string, unknown>
>;

describe('the example request for a new key', () => {
  it.each(SCOPE_NAMES)(
    'the example request for a new key calls an operation that the scope %s allows',
    scope => {
      const command = firstCommand(URL, [scope]);
      const path = /8080(\S+)/.exec(command)?.[1];
      expect(OPERATIONS.find(operation => operation.path === path)?.scope).toBe(scope);
    },
  );

  it.for(['bash', 'zsh'])('the command asks for the key and sends it in %s', (shell, { skip }) => {
    const script = `curl() { printf '%s\\n' "$@"; }\n${firstCommand(URL, ['content:read'])}`;
    try {
      execFileSync(shell, ['-c', 'true']);
    } catch {
      skip(`${shell} is not installed`);
    }
    const output = execFileSync(shell, ['-c', script], { input: 'the-\\key\n', encoding: 'utf8' });
    expect(output.split('\n')).toEqual([
      'API key: ',
      ...['-X', 'POST', `${URL}/content/hotels/v1/boards`],
      ...['-H', 'Authorization: ApiKey the-\\key', '-H', 'Content-Type: application/json', '-d', '{}', ''],
    ]);
  });

  it.each(SCOPE_NAMES)(
    'the SDK example uses an existing method for %s and reads the key from SERAI_API_KEY',
    scope => {
      const program = firstProgram(URL, [scope]);
      const [, resource = '', method = ''] = /serai\.(\w+)\.(\w+)\(/.exec(program) ?? [];
      expect(client[resource]?.[method]).toBeTypeOf('function');
      expect(program).toContain('process.env.SERAI_API_KEY');
    },
  );

  it.each(SCOPE_NAMES)('the Python example uses the same method as the SDK example for %s', scope => {
    const methodOf = (program: string) => /serai\.(\w+\.\w+)\(/.exec(program)?.[1];
    const program = firstPythonProgram(URL, [scope]);
    expect(methodOf(program)).toBe(methodOf(firstProgram(URL, [scope])));
    expect(program).toContain('SERAI_API_KEY');
    expect(program).not.toContain('the-key');
  });
});
