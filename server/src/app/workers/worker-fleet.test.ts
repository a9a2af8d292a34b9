import { expect, test } from 'vitest';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { WorkerFleet } from './worker-fleet.ts';
import type { WorkerData } from './worker-links.ts';

const BLOCKED = new URL('../../../test/blocked-worker-thread.ts', import.meta.url);
const SLOW = new URL('../../../test/slow-worker-thread.ts', import.meta.url);

function fleetOf(parts: Partial<ConstructorParameters<typeof WorkerFleet>[0]>) {
  const lines: string[] = [];
  const log = createLog('info', { writeJson: line => lines.push(line) });
  const fleet = new WorkerFleet({
    count: 1,
    data: {} as WorkerData,
    handlers: {},
    maxHeapMb: 256,
    stopMs: 10_000,
    onEnded: () => {},
    clock: systemClock,
    log,
    ...parts,
  });
  return { fleet, lines };
}

test('a worker that accepts connections finishes its requests, although it is stopped before it is ready', async () => {
  const finished = new Int32Array(new SharedArrayBuffer(4));
  let isAccepting = false;
  const onAccepted = () => {
    isAccepting = true;
  };
  const data = { finished } as unknown as WorkerData;
  const { fleet } = fleetOf({ program: SLOW, data, handlers: { accepted: onAccepted } });
  fleet.start();
  await expect.poll(() => isAccepting).toBe(true);
  expect(fleet.ready).toBe(0);
  await fleet.stop();
  expect(finished[0]).toBe(1);
});

test('a worker that cannot be started is tried again, and does not end the process', async () => {
  // Data that cannot be sent to a thread makes the start fail like a system without resources.
  const { fleet, lines } = fleetOf({ data: { address: () => {} } as unknown as WorkerData });
  fleet.start();
  await expect.poll(() => lines.length).toBeGreaterThan(1);
  expect(lines[0]).toContain('could not be cloned');
  expect(lines[0]).toContain('a worker thread ended unexpectedly and is being replaced');
  await fleet.stop();
});

test('a worker whose event loop is blocked is terminated and replaced', async () => {
  let started = 0;
  const onStarted = () => {
    started += 1;
  };
  // Longer than a busy machine needs to load the program of the thread.
  const pings = { everyMs: 10, deadlineMs: 3_000, most: 2 };
  const { fleet, lines } = fleetOf({ program: BLOCKED, pings, handlers: { started: onStarted } });
  fleet.start();
  await expect.poll(() => started).toBeGreaterThan(1);
  expect(lines.join('\n')).toContain('a worker thread does not respond and is terminated');
  await fleet.stop();
});

test('a worker that needs too much memory ends alone and is replaced', async () => {
  let started = 0;
  const onStarted = () => {
    started += 1;
  };
  const data = { fillsMemory: true } as unknown as WorkerData;
  const { fleet, lines } = fleetOf({
    program: BLOCKED,
    data,
    maxHeapMb: 32,
    handlers: { started: onStarted },
  });
  fleet.start();
  await expect.poll(() => started).toBeGreaterThan(1);
  expect(lines.join('\n')).toContain('ERR_WORKER_OUT_OF_MEMORY');
  await fleet.stop();
});
