import { afterAll, beforeEach, expect, it } from 'vitest';
import { runSerai, standIn } from '../../../test/cli.ts';

const service = await standIn();
afterAll(() => service.stop());
beforeEach(() => {
  service.received.length = 0;
});

const members = (...typed: string[]) => runSerai(['members', ...typed], { env: service.env });
const sent = () => service.received.map(({ path, input }) => [path, input]);

it('serai members list shows the role of each member', async () => {
  const { code, out } = await members('list', '--role', 'developer', '--limit', '5');
  expect(sent()).toEqual([['/api/v1/members/list', { role: 'developer', page: { limit: 5 } }]]);
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/mbr_01J9ZC4T3E\s+ana@example\.com\s+Ana Ruiz\s+developer/),
  ]);
});

it('serai members invite prints the sign-in link', async () => {
  const { code, out } = await members('invite', 'ana@example.com', '--role', 'admin', '--name', 'Ana');
  expect(sent()).toEqual([
    ['/api/v1/members/invite', { email: 'ana@example.com', role: 'admin', name: 'Ana' }],
  ]);
  expect([code, out]).toEqual([0, expect.stringContaining('https://dashboard.example.com/sign-in#<token>')]);
});

it('serai members update sends only the changed fields and requires at least one change', async () => {
  await members('update', 'mbr_1', '--role', 'admin');
  expect(sent()).toEqual([['/api/v1/members/update', { memberId: 'mbr_1', role: 'admin' }]]);
  expect((await members('update', 'mbr_1')).code).toBe(2);
  expect((await members('update', 'mbr_1', '--role', 'king')).code).toBe(2);
  expect(service.received).toHaveLength(1);
});

it('serai members remove asks for confirmation, or requires --yes if there is no terminal', async () => {
  expect((await members('remove', 'mbr_1')).code).toBe(2);
  const declined = await runSerai(['members', 'remove', 'mbr_1'], { env: service.env, answer: 'n' });
  expect(declined.code).not.toBe(0);
  expect(service.received).toEqual([]);
  expect((await members('remove', 'mbr_1', '--yes')).code).toBe(0);
  expect(sent()).toEqual([['/api/v1/members/remove', { memberId: 'mbr_1' }]]);
});

it('serai sessions list and serai sessions end call their operations', async () => {
  const listed = await runSerai(['sessions', 'list'], { env: service.env });
  expect(listed.out).toMatch(/ses_01J9ZC4T3E\s+ana@example\.com\s+owner\s+203\.0\.113\.7/);
  await runSerai(['sessions', 'end', 'ses_1'], { env: service.env });
  expect(sent()).toEqual([
    ['/api/v1/session/list', { page: {} }],
    ['/api/v1/session/end', { sessionId: 'ses_1' }],
  ]);
});
