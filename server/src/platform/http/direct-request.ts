/**
 * A request whose body can be read without the stream. Node's parser calls `push` with each chunk and with null at the
 * end. The stream would schedule a `data`, an `end` and a `close` event for each request.
 */
import { IncomingMessage } from 'node:http';

export interface BodyReader {
  add(chunk: Buffer): void;
  /** Called after the last chunk. */
  end(): void;
}

export class DirectRequest extends IncomingMessage {
  #reader: BodyReader | undefined;
  #isRead = false;

  /**
   * Passes all further chunks to the reader instead of the stream. Returns false if the stream may already contain a
   * part of the body, which must then be read from the stream.
   */
  readInto(reader: BodyReader): boolean {
    if (this.complete || this.readableLength > 0 || this.readableFlowing !== null) return false;
    this.#reader = reader;
    return true;
  }

  /** Passes all further chunks to the stream again. */
  stopReading(): void {
    this.#reader = undefined;
  }

  override push(chunk: Buffer | null): boolean {
    const reader = this.#reader;
    if (reader === undefined) return super.push(chunk);
    if (chunk === null) {
      this.#isRead = true;
      reader.end();
    } else reader.add(chunk);
    return true;
  }

  static {
    // Node keeps a request, and thus its body, until the next request on the connection unless its stream has ended.
    Object.defineProperty(DirectRequest.prototype, 'readableEnded', {
      get(this: DirectRequest) {
        return this.#isRead || Reflect.get(IncomingMessage.prototype, 'readableEnded', this);
      },
    });
  }
}
