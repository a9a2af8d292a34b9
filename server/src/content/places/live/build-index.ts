/**
 * Has the index of a database built by a process of its own: what it needs goes back to the system, and at a low priority
 * with all its threads it takes few turns from the process that answers. To be called on another thread than that one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, getPriority, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { DatabaseAddress } from '../../../platform/database/database-address.ts';

export interface BuildOrder {
  address: DatabaseAddress;
  /** False behind a pooler. */
  prepare: boolean;
  /** At a low priority: an older index answers meanwhile. */
  gently: boolean;
}

const PROGRAM = fileURLToPath(new URL('./index-program.ts', import.meta.url));
/** Rows on their way into arrays are garbage at once: more room for it is only more memory. */
const SEMI_SPACE_MB = 8;
const SAID_CHARACTERS = 2_000;

/** In memory that threads share; not checked. */
export async function buildIndex(order: BuildOrder): Promise<SharedArrayBuffer> {
  if (order.gently) lowerPriority();
  const child = spawn(process.execPath, [`--max-semi-space-size=${SEMI_SPACE_MB}`, PROGRAM]);
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  try {
    // Its input stays open: its end, also by a crash of ours, ends the child.
    child.stdin.on('error', () => {});
    child.stdin.write(`${JSON.stringify(order)}\n`);
    const [bytes, said] = await Promise.all([
      readSized(child.stdout),
      readText(child.stderr),
      once(child, 'close'),
    ]);
    if (bytes === undefined)
      throw new Error(`the process that builds the place index failed: ${said.trim()}`);
    return bytes;
  } finally {
    process.off('exit', end);
    end();
  }
}

/** Of this thread alone, and of what it starts, which is so only on Linux; elsewhere it would be our whole process. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;
  // Below ours, wherever that is: far below, it would hardly get a turn on a busy machine.
  setPriority(Math.min(PRIORITY_LOW, getPriority() + PRIORITY_BELOW_NORMAL));
}

/** Undefined when it ends too soon. */
async function readSized(stream: Readable): Promise<SharedArrayBuffer | undefined> {
  const head = Buffer.alloc(8);
  let bytes: Uint8Array<SharedArrayBuffer> | undefined;
  let at = 0;
  for await (let chunk of stream as AsyncIterable<Buffer>) {
    if (bytes === undefined) {
      const taken = chunk.copy(head, at);
      at += taken;
      if (at < head.length) continue;
      bytes = new Uint8Array(new SharedArrayBuffer(head.readDoubleLE()));
      at = 0;
      chunk = chunk.subarray(taken);
    }
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return at === bytes?.length ? bytes.buffer : undefined;
}

async function readText(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream) text = (text + chunk).slice(0, SAID_CHARACTERS);
  return text;
}
