import { afterAll, expect, test } from 'vitest';
import { testApp } from '../../test/test-app.ts';

const app = await testApp();
afterAll(() => app.close());

test('a notice is created when a key has used 80 % of a rate window, and is replaced when the key has used all of it', async () => {
  const { secret, keyId } = await app.createKey({
    name: 'Watcher',
    environment: 'sandbox',
    limits: { perMinute: 5, perHour: 1_000, perDay: 10_000 },
  });
  const call = () => app.post('/content/hotels/v1/boards', {}, { key: secret });
  const notices = async () => (await app.operate('notices/list', { open: true })).json.notices;

  for (let i = 0; i < 4; i++) await call();
  await expect
    .poll(notices)
    .toMatchObject([{ kind: 'limit.near', subjectId: keyId, environment: 'sandbox' }]);
  await call();
  expect((await call()).status).toBe(429);
  await expect.poll(notices).toMatchObject([
    {
      kind: 'limit.reached',
      text: 'The key “Watcher” has used up its 5 requests per minute. Further requests return 429 Too Many Requests.',
    },
  ]);
});
