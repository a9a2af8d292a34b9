import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeCatalogue } from '../src/content/catalogue-change-store.ts';
import { testDatabase } from '../test/database.ts';
import { databaseProxy } from '../test/database-proxy.ts';

const HOTEL = {
  hotelId: 'htl_A',
  name: { en: 'A' },
  address: { countryCode: 'ES' },
  location: { latitude: 41, longitude: 2 },
};

it('killing a command also stops the work that it started', async () => {
  const database = await testDatabase();
  const { proxy, address } = await databaseProxy(database);
  const folder = mkdtempSync(join(tmpdir(), 'serai-bin-'));
  const file = join(folder, 'hotels.jsonl');
  writeFileSync(file, JSON.stringify(HOTEL));
  try {
    // While this other import holds the lock, the command waits. Without watch-parent.mjs, its server process would
    // continue when the lock is released.
    await writeCatalogue(database.db, 'another', async () => {
      const argv = ['import', 'hotels', file, '--environment', 'sandbox'];
      const serai = spawn(process.execPath, [join(import.meta.dirname, 'serai.mjs'), ...argv], {
        env: { ...process.env, DATABASE_URL: (address as { url: string }).url },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const closed = once(serai, 'close');
      const [waits] = (await once(serai.stderr, 'data')) as [Buffer];
      expect(waits.toString()).toContain('Another import is running');
      serai.kill('SIGKILL');
      // Both processes hold the pipe open, so it closes when the last of them exits.
      await closed;
    });
    const [stored] = await database.db<{ hotels: number }[]>`SELECT count(*)::integer AS hotels FROM hotel`;
    expect(stored?.hotels).toBe(0);
  } finally {
    await proxy.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  }
});
