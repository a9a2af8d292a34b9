/** Chunks that arrive as messages, for one reader. */
export class ChunkQueue implements AsyncIterable<string> {
  #chunks: string[] = [];
  #isEnded = false;
  #error: Error | undefined;
  #wake: () => void = () => {};

  push(chunk: string): void {
    if (this.#error === undefined) this.#chunks.push(chunk);
    this.#wake();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
  }

  /** The sender failed. This has no effect if all chunks have arrived. */
  fail(error: Error): void {
    if (!this.#isEnded) this.abort(error);
  }

  /** The reader gets this error instead of the next chunk, even if all chunks have arrived. */
  abort(error: Error): void {
    this.#error ??= error;
    this.#chunks = [];
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string> {
    for (;;) {
      if (this.#error !== undefined) throw this.#error;
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) yield chunk;
      else if (this.#isEnded) return;
      else {
        await new Promise<void>(resolve => {
          this.#wake = resolve;
        });
      }
    }
  }
}
