import { afterAll, beforeEach, expect, it } from 'vitest';
import { runSerai, standIn } from '../../../test/cli.ts';

const KEY = 'serai_sandbox_4Zk81mQpXr2T_abcdefghijklmnopqrstuvwxyz0123456789';

const service = await standIn();
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

const reference = (...argv: string[]) => runSerai(['reference', ...argv], { env: service.env });

it('reference list and reference show describe the operations', async () => {
  expect((await reference('list')).out).toMatch(/boards +\/content\/hotels\/v1\/boards +content:read/);
  const { out } = await reference('show', 'boards');
  expect(out).toMatch(/^Path +POST \/content\/hotels\/v1\/boards$/m);
  expect(out).toMatch(/UNAUTHORIZED +401/);
  expect(service.received.at(-1)?.input).toEqual({ operation: 'boards' });
});

it('reference try exits with 1 unless the call succeeds', async () => {
  const tried = await reference('try', 'boards', '--key', KEY, '--body', '{"language":"es"}');
  expect([tried.code, tried.out]).toEqual([0, expect.stringMatching(/^200 in 3 ms/)]);
  expect(service.received[0]?.input).toEqual({ operation: 'boards', key: KEY, body: '{"language":"es"}' });
  service.answerNext(200, {
    requestId: 'req_1',
    status: 401,
    headers: {},
    body: { error: { code: 'UNAUTHORIZED' } },
    durationMs: 1,
  });
  const refused = await reference('try', 'boards', '--key', KEY);
  expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('UNAUTHORIZED')]);
});

it('reference try requires a key', async () => {
  const { code, err } = await reference('try', 'boards');
  expect([code, err, service.received]).toEqual([2, expect.stringContaining('--key is required.'), []]);
});
