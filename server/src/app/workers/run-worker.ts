/** Runs a worker thread: it serves the API like the main thread, until the main thread stops it. */
import { parentPort, workerData } from 'node:worker_threads';
import { startApp } from '../../app.ts';
import { systemClock } from '../../platform/clock.ts';
import { createLog } from '../../platform/log.ts';
import { ThreadChannel } from '../../platform/threads/thread-channel.ts';
import { connectDatabase } from '../../start-database.ts';
import { MAIN_CALLS, WORKER_CALLS, type WorkerData } from './worker-links.ts';

export async function runWorker(): Promise<void> {
  if (parentPort === null) throw new Error('This file runs only in a worker thread.');
  const data = restored(workerData as WorkerData);
  const { settings, address, kind } = data;
  const channel = new ThreadChannel(parentPort);
  channel.handle(WORKER_CALLS.ping, () => true);
  // The main thread writes all lines, so that lines of several threads do not mix.
  const writeJson = (line: string) => channel.tell(MAIN_CALLS.log, line);
  const log = createLog(settings.SERAI_LOG_LEVEL, { writeJson }).child({ worker: data.number });
  const starting = startApp({
    settings,
    role: 'all',
    clock: systemClock,
    log,
    worker: { ...data, channel },
    openDatabase: async () => connectDatabase({ address, kind, settings, role: 'all', isWorker: true }, log),
  });
  // The main thread may stop this thread as soon as it accepts connections.
  channel.handle(WORKER_CALLS.stop, async () => (await starting).stop());
  const app = await starting;
  channel.handle(WORKER_CALLS.metrics, () => app.renderMetrics());
  await channel.call(MAIN_CALLS.ready);
}

/** A copied Buffer is a plain Uint8Array. */
function restored(data: WorkerData): WorkerData {
  const { SERAI_MASTER_KEY: masterKey } = data.settings;
  if (masterKey === undefined) return data;
  return { ...data, settings: { ...data.settings, SERAI_MASTER_KEY: Buffer.from(masterKey) } };
}
