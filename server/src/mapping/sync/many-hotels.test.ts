/**
 * Reads a large account. Runs only on request: SERAI_SYNC_HOTELS=1000000 npx vitest run
 * server/src/mapping/sync/many-hotels.test.ts
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { startLargeFileServer } from '../../../test/mapping/large-file-server.ts';

const HOTELS = Number(process.env.SERAI_SYNC_HOTELS ?? 0);
const MAX_MEMORY_MB = 512;
const PROGRAM = fileURLToPath(new URL('../../../test/mapping/large-sync.ts', import.meta.url));

test.runIf(HOTELS > 0)(
  'a large account is read with less than 512 MB of memory, both initially and again without changes',
  { timeout: 7_200_000 },
  async () => {
    const database = await testDatabase();
    const server = await startLargeFileServer(HOTELS);
    try {
      const input = JSON.stringify({ address: database.address, url: server.url });
      // The figures of both runs go to the terminal.
      const child = spawn(process.execPath, [PROGRAM, input], { stdio: ['ignore', 'pipe', 'inherit'] });
      const { first, second, peakMb } = JSON.parse(await text(child.stdout));
      expect(first).toMatchObject({ state: 'DONE', figures: { added: HOTELS, missing: 0 } });
      expect(second).toMatchObject({ state: 'DONE', figures: { unchanged: HOTELS, changed: 0, missing: 0 } });
      expect(peakMb).toBeLessThan(MAX_MEMORY_MB);
    } finally {
      server.close();
      await database.drop();
    }
  },
);
