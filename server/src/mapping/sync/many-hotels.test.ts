/** Reads a large account. Runs only on request: SERAI_SYNC_HOTELS=1000000 npx vitest run server/src/mapping/sync/many-hotels.test.ts */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { startLargeFileServer } from '../../../test/mapping/large-file-server.ts';

const HOTELS = Number(process.env.SERAI_SYNC_HOTELS ?? 0);
const MAX_MEMORY_MB = 512;
const PROGRAM = fileURLToPath(new URL('../../../test/mapping/large-sync.ts', import.meta.url));

test.runIf(HOTELS > 0)(
  'a large account is read within 512 MB, first completely and then unchanged',
  { timeout: 7_200_000 },
  async () => {
    const database = await testDatabase();
    const server = await startLargeFileServer(HOTELS);
    try {
      const input = JSON.stringify({ address: database.address, url: server.url });
      const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, input]);
      const { first, second, peakMb } = JSON.parse(stdout);
      process.stderr.write(
        `${HOTELS} hotels: ${first.perSecond}/s new, ${second.perSecond}/s unchanged, ${peakMb} MB\n`,
      );
      expect(first).toMatchObject({ state: 'DONE', figures: { added: HOTELS, missing: 0 } });
      expect(second).toMatchObject({ state: 'DONE', figures: { unchanged: HOTELS, changed: 0, missing: 0 } });
      expect(peakMb).toBeLessThan(MAX_MEMORY_MB);
    } finally {
      server.close();
      await database.drop();
    }
  },
);
