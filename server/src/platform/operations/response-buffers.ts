/**
 * Buffers that large responses are written into, sent from, and then written into again. A new buffer for each response would
 * start a major garbage collection after every 64 MB.
 *
 * A buffer that is used again too early would send the data of one partner to another. A buffer is therefore used again only
 * if it was given back explicitly, and nothing has to give a buffer back: one that is not is left to garbage collection.
 */

export const FIRST_BYTES = 65_536;
/** A larger buffer is not kept. */
export const MAX_BUFFER_BYTES = 4_194_304;
/** The limit for all kept buffers. Responses that are being sent at the same time have one buffer each. */
export const MAX_KEPT_BYTES = 33_554_432;
/** After a large response, about a hundred small ones pass before new buffers are small again. */
const DECAY = 1 / 32;
const OVERWRITTEN = '#';

export class BufferPool {
  /** For tests. A reader of a buffer that was given back then gets wrong data, even if no other response has used it yet. */
  overwritesReturned = false;
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;
  /** The size of the largest response, unless it was long ago. */
  #recentBytes = FIRST_BYTES;

  /** The content is undefined. */
  take(): Buffer {
    const firstBytes = this.#firstBytes;
    for (let buffer = this.#kept.pop(); buffer !== undefined; buffer = this.#kept.pop()) {
      this.#keptBytes -= buffer.length;
      // Growing a buffer step by step allocates twice the size of the response.
      if (buffer.length >= firstBytes) return buffer;
    }
    return Buffer.allocUnsafeSlow(firstBytes);
  }

  /** The caller must not use the buffer afterwards. */
  giveBack(buffer: Buffer): void {
    if (this.overwritesReturned) buffer.fill(OVERWRITTEN);
    // A buffer that is much too large is not kept, because most responses would fill too little of it to be sent from it.
    const maxBytes = Math.min(this.#firstBytes * 2, MAX_BUFFER_BYTES);
    if (buffer.length < FIRST_BYTES || buffer.length > maxBytes) return;
    if (this.#keptBytes + buffer.length > MAX_KEPT_BYTES) return;
    this.#keptBytes += buffer.length;
    this.#kept.push(buffer);
  }

  /** New buffers have the size that recent responses needed. */
  noteResponse(bytes: number): void {
    this.#recentBytes = Math.max(bytes, this.#recentBytes - (this.#recentBytes - bytes) * DECAY);
  }

  /** A power of two. */
  get #firstBytes(): number {
    const bytes = Math.min(Math.max(this.#recentBytes, FIRST_BYTES), MAX_BUFFER_BYTES);
    return 2 ** (32 - Math.clz32(Math.ceil(bytes) - 1));
  }
}

export const responseBuffers = new BufferPool();
