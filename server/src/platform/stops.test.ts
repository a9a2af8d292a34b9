import { expect, test } from 'vitest';
import { createLog } from './log.ts';
import { Stops } from './stops.ts';

const log = createLog('silent');

test('shutdown steps run one after the other, in reverse order', async () => {
  const stops = new Stops(log);
  const ran: string[] = [];
  for (const name of ['database', 'gateway', 'address']) {
    stops.add(name, async () => {
      ran.push(`${name} begins`);
      await new Promise(resolve => setImmediate(resolve));
      ran.push(`${name} ends`);
    });
  }
  await stops.run();
  const order = ['address', 'gateway', 'database'];
  expect(ran).toEqual(order.flatMap(name => [`${name} begins`, `${name} ends`]));
});

test('a failing shutdown step does not prevent the others from running', async () => {
  const stops = new Stops(log);
  const ran: string[] = [];
  stops.add('first', () => ran.push('first'));
  stops.add('rejects', () => Promise.reject(new Error('no')));
  stops.add('throws', () => {
    throw new Error('no');
  });
  await stops.run();
  expect(ran).toEqual(['first']);
});

test('concurrent calls run each shutdown step once, and all callers wait until it has finished', async () => {
  const stops = new Stops(log);
  let runs = 0;
  stops.add('only', async () => {
    await new Promise(resolve => setImmediate(resolve));
    runs += 1;
  });
  await Promise.all([stops.run(), stops.run().then(() => expect(runs).toBe(1))]);
  await stops.run();
  expect(runs).toBe(1);
});
