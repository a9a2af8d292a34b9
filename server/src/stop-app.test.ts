import { expect, it } from 'vitest';
import { ManualClock } from '../test/manual-clock.ts';
import { stopApp } from './stop-app.ts';

const never = new Promise<never>(() => {});
const hanging = { stop: () => never };
const start = (parts: Partial<Parameters<typeof stopApp>[0]> = {}) => {
  const clock = new ManualClock();
  let code: number | undefined;
  void stopApp({ app: hanging, requestsMs: 5_000, insisted: never, clock, ...parts }).then(ended => {
    code = ended;
  });
  const turn = () => new Promise(resolve => setImmediate(resolve));
  return {
    async after(ms: number) {
      clock.advance(ms);
      await turn();
      return code;
    },
  };
};

it('a complete shutdown returns exit code 0', async () => {
  expect(await start({ app: { stop: async () => {} } }).after(0)).toBe(0);
});

it('a second signal during shutdown ends the process immediately with exit code 1', async () => {
  expect(await start({ insisted: Promise.resolve() }).after(0)).toBe(1);
});

it('a shutdown step that never ends causes exit code 1 one minute after the time limit for requests', async () => {
  const stopping = start();
  expect(await stopping.after(64_999)).toBeUndefined();
  expect(await stopping.after(1)).toBe(1);
});
