/** The content of a decrypted backup: frames with a type and some bytes. */

export interface Frame {
  kind: string;
  payload: Buffer;
}

const HEAD_BYTES = 5;
/** Longer than any frame: rows are split into pieces, and no list of tables is this long. */
const MAX_FRAME_BYTES = 64 * 1_024 * 1_024;

export function frameHead(kind: string, length: number): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(kind, 0, 1, 'latin1');
  head.writeUInt32BE(length, 1);
  return head;
}

/** Throws if the data ends within a frame. */
export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let held: Buffer[] = [];
  let size = 0;
  let wanted = HEAD_BYTES;
  for await (const bytes of source) {
    held.push(bytes);
    size += bytes.length;
    if (size < wanted) continue;
    let all = held.length === 1 ? bytes : Buffer.concat(held);
    for (;;) {
      wanted = all.length < HEAD_BYTES ? HEAD_BYTES : HEAD_BYTES + all.readUInt32BE(1);
      if (wanted > MAX_FRAME_BYTES) throw new Error('a frame is too long');
      if (all.length < wanted) break;
      yield { kind: String.fromCharCode(all[0] as number), payload: all.subarray(HEAD_BYTES, wanted) };
      all = all.subarray(wanted);
    }
    held = [all];
    size = all.length;
  }
  if (size > 0) throw new Error('it ends within a frame');
}
