import { afterEach, expect, it } from 'vitest';
import { rawReceiver } from '../../../test/webhook-receiver.ts';
import { systemClock } from '../../platform/clock.ts';
import { targetPolicy } from '../targets/target-policy.ts';
import { createSender } from './sender.ts';

const sender = createSender({ policy: targetPolicy(['127.0.0.1'], [443]), clock: systemClock });
afterEach(() => sender.close());

const post = (port: number) =>
  sender.postOnce({
    url: `http://127.0.0.1:${port}/`,
    environment: 'sandbox',
    headers: {},
    body: Buffer.from('{}'),
  });

it('a webhook attempt is aborted before the time limit if the receiver sends endless interim responses', async () => {
  let sentBytes = 0;
  await using target = await rawReceiver(socket => {
    const hints = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000);
    const send = () => {
      while (!socket.destroyed && socket.write(hints)) sentBytes += hints.length;
    };
    socket.on('drain', send).once('data', send);
  });
  expect(await post(target.port)).toMatchObject({
    error: 'The receiver did not send a valid HTTP response.',
  });
  expect(sentBytes).toBeLessThan(50_000_000);
});

it('a few interim responses of a webhook receiver before the final response are ignored', async () => {
  await using target = await rawReceiver(socket => {
    const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n';
    socket.once('data', () => socket.end(`${hint.repeat(5)}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`));
  });
  expect(await post(target.port)).toMatchObject({ status: 200, answer: 'ok' });
});

it.each(['000', '099', '600', '999'])('the webhook response status %s is rejected as invalid', async code => {
  await using target = await rawReceiver(socket => {
    socket.once('data', () => socket.end(`HTTP/1.1 ${code} Odd\r\ncontent-length: 2\r\n\r\nno`));
  });
  const result = await post(target.port);
  expect(result).toMatchObject({
    answer: 'no',
    error: `Returned ${Number(code)}, which is not a valid HTTP status.`,
  });
  expect(result).not.toHaveProperty('status');
});
