/** Keeps the process alive while a command waits: the clock's timers do not. */
import { MessageChannel } from 'node:worker_threads';

/** Until the work is over, however it ends. */
export async function stayAlive<T>(work: () => Promise<T>): Promise<T> {
  const { port1: alive } = new MessageChannel();
  alive.ref();
  try {
    return await work();
  } finally {
    alive.close();
  }
}
