/**
 * Calls between the main thread and a worker thread. Both sides register handlers by name. A call has a deadline, like
 * every wait.
 */
import { type Clock, systemClock } from '../clock.ts';
import { withDeadline } from '../deadline.ts';

/** A `Worker`, or the `parentPort` of a worker thread. */
interface Port {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
}

type Message =
  | { kind: 'call'; id: number; name: string; value: unknown }
  | { kind: 'note'; name: string; value: unknown }
  | { kind: 'result'; id: number; value: unknown }
  | { kind: 'failure'; id: number; reason: string };

/** Values are copied between the threads, except shared memory. */
export type ThreadHandler = (value: never) => unknown;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

const DEADLINE_MS = 5_000;

export class ThreadChannel {
  readonly #port: Port;
  readonly #clock: Clock;
  readonly #handlers = new Map<string, ThreadHandler>();
  readonly #waiting = new Map<number, Waiting>();
  #calls = 0;

  constructor(port: Port, clock: Clock = systemClock) {
    this.#port = port;
    this.#clock = clock;
    port.on('message', message => void this.#receive(message as Message));
  }

  handle(name: string, handler: ThreadHandler): void {
    this.#handlers.set(name, handler);
  }

  async call<Result>(name: string, value?: unknown, deadlineMs = DEADLINE_MS): Promise<Result> {
    const id = ++this.#calls;
    const reply = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    try {
      this.#send({ kind: 'call', id, name, value });
      return (await withDeadline(reply, deadlineMs, this.#clock)) as Result;
    } finally {
      this.#waiting.delete(id);
    }
  }

  /** Calls a handler whose result is not needed. */
  tell(name: string, value: unknown): void {
    this.#send({ kind: 'note', name, value });
  }

  /** Fails all calls in progress, because the other thread has ended. */
  close(): void {
    for (const { reject } of this.#waiting.values()) reject(new Error('The other thread has ended.'));
    this.#waiting.clear();
  }

  async #receive(message: Message): Promise<void> {
    if (message.kind === 'result') return this.#waiting.get(message.id)?.resolve(message.value);
    if (message.kind === 'failure') {
      return this.#waiting.get(message.id)?.reject(new Error(message.reason));
    }
    if (message.kind === 'note') return void this.#handlers.get(message.name)?.(message.value as never);
    const { id, name, value } = message;
    try {
      const handler = this.#handlers.get(name);
      if (handler === undefined) throw new Error(`This thread does not handle ${name}.`);
      this.#send({ kind: 'result', id, value: await handler(value as never) });
    } catch (error) {
      this.#send({ kind: 'failure', id, reason: (error as Error).message });
    }
  }

  #send(message: Message): void {
    this.#port.postMessage(message);
  }
}
