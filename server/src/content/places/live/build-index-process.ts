/**
 * A child process that builds the place index of a database. It writes the size and then the bytes of the index to
 * standard output. The first line of standard input contains the options. The process exits when standard input closes,
 * because the result is then no longer needed.
 */
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';
import { openDatabase } from '../../../platform/database/connect.ts';
import { quietLog } from '../../../platform/database/database-log.ts';
import { snapshotParts } from '../search-index/snapshot.ts';
import type { BuildOptions } from './load-index-thread.ts';
import { readIndex } from './read-index.ts';

/**
 * Applies to one batch of rows. A database server that no longer responds must not block updates of the index
 * permanently.
 */
const STATEMENT_TIMEOUT_MS = 60_000;

const input = createInterface({ input: process.stdin });
input.once('close', () => process.exit(1));
input.once('line', line =>
  build(JSON.parse(line)).then(
    () => process.exit(0),
    error => {
      process.stderr.write(`${error.message}\n`);
      process.exit(1);
    },
  ),
);

async function build({ address, prepare, lowPriority }: BuildOptions): Promise<void> {
  // On Linux, the process inherits the priority of the thread that started it.
  if (lowPriority && process.platform !== 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const limits = { statementTimeoutMs: STATEMENT_TIMEOUT_MS };
  const pool = openDatabase({ address, log: quietLog, max: 1, prepare, ...limits });
  const db = pool.asService('The place index is the same for all partners.');
  const snapshot = await readIndex(db);
  await pool.close();
  const parts = snapshotParts(snapshot);
  const size = Buffer.alloc(8);
  size.writeDoubleLE(parts.reduce((sum, part) => sum + part.length, 0));
  for (const part of [size, ...parts]) await write(part);
}

function write(bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(bytes, error => (error ? reject(error) : resolve()));
  });
}
