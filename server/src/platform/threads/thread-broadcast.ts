/** Messages to all other threads of the process, for example that a cached value is outdated. */
import { BroadcastChannel } from 'node:worker_threads';

export class ThreadBroadcast {
  readonly #channel: BroadcastChannel;
  readonly #handlers = new Map<string, (value: never) => void>();

  /** Threads that use the same name hear each other. */
  constructor(name: string) {
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = event => {
      const { topic, value } = (event as { data: { topic: string; value: unknown } }).data;
      this.#handlers.get(topic)?.(value as never);
    };
    // The process may exit although the channel is open.
    this.#channel.unref();
  }

  tell(topic: string, value?: unknown): void {
    this.#channel.postMessage({ topic, value });
  }

  on<Value>(topic: string, handler: (value: Value) => void): void {
    this.#handlers.set(topic, handler);
  }

  close(): void {
    this.#channel.close();
  }
}
