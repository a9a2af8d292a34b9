import { MessageChannel } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ThreadBroadcast } from './thread-broadcast.ts';
import { ThreadChannel } from './thread-channel.ts';

let ports: MessageChannel;
let main: ThreadChannel;
let worker: ThreadChannel;
beforeEach(() => {
  ports = new MessageChannel();
  main = new ThreadChannel(ports.port1);
  worker = new ThreadChannel(ports.port2);
});
afterEach(() => ports.port1.close());

test('both threads can call each other', async () => {
  main.handle('double', (value: number) => value * 2);
  worker.handle('later', async (value: string) => `${value}!`);
  expect(await worker.call('double', 21)).toBe(42);
  expect(await main.call('later', 'yes')).toBe('yes!');
});

test('a call fails with the reason if the other thread fails or does not know the call', async () => {
  main.handle('fail', () => {
    throw new Error('no such slot');
  });
  await expect(worker.call('fail')).rejects.toThrow('no such slot');
  await expect(worker.call('unknown')).rejects.toThrow('This thread does not handle unknown.');
});

test('a call fails after its deadline, and a later result is ignored', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  main.handle('slow', () => promise);
  await expect(worker.call('slow', undefined, 10)).rejects.toThrow('no response within 10 ms');
  resolve();
});

test('calls in progress fail when the other thread has ended', async () => {
  main.handle('slow', () => new Promise(() => {}));
  const call = worker.call('slow');
  worker.close();
  await expect(call).rejects.toThrow('The other thread has ended.');
});

test('a call with a value that cannot be sent fails immediately, and does not fail again when the other thread ends', async () => {
  const failures: unknown[] = [];
  const onFailure = (error: unknown) => failures.push(error);
  process.on('unhandledRejection', onFailure);
  await expect(worker.call('double', () => {})).rejects.toThrow('could not be cloned');
  worker.close();
  await new Promise(resolve => setTimeout(resolve, 10));
  process.off('unhandledRejection', onFailure);
  expect(failures).toEqual([]);
});

test('a note reaches the other thread before later calls, and an unknown note is ignored', async () => {
  const notes: string[] = [];
  main.handle('log', (line: string) => notes.push(line));
  main.handle('count', () => notes.length);
  worker.tell('unknown', 'x');
  worker.tell('log', 'one');
  worker.tell('log', 'two');
  expect(await worker.call('count')).toBe(2);
  expect(notes).toEqual(['one', 'two']);
});

test('a broadcast reaches all other threads of its name, and not the sender', async () => {
  const [one, two, other] = ['a', 'a', 'b'].map(name => new ThreadBroadcast(name)) as [
    ThreadBroadcast,
    ThreadBroadcast,
    ThreadBroadcast,
  ];
  const heard: string[] = [];
  for (const [name, each] of Object.entries({ one, two, other })) {
    each.on<string>('changed', value => heard.push(`${name} ${value}`));
  }
  one.tell('changed', 'x');
  two.tell('unheard', 'y');
  await expect.poll(() => heard).toEqual(['two x']);
  for (const each of [one, two, other]) each.close();
});
