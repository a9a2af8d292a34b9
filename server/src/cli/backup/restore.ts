import { erasureFile } from '../../app/erasure-file.ts';
import type { BackupManifest } from '../../backup/manifest.ts';
import { type RestoredBackup, restoreBackup } from '../../backup/restore-backup.ts';
import { restoreEmbedded } from '../../backup/restore-embedded.ts';
import { type SettledRestore, settleRestored } from '../../backup/settle-restored.ts';
import type { Database } from '../../platform/database/connect.ts';
import { MIGRATIONS } from '../../start-database.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { counted, showProgress } from '../frame/progress.ts';
import { untilStopped } from '../frame/stay-alive.ts';
import { getMasterKey, withOwnerDatabase } from './owner-database.ts';

export const restoreCommand = defineCommand({
  name: 'restore',
  summary: 'Restore a backup into a new, empty database.',
  description:
    'Restores into a data folder that has no embedded database yet, or into the empty database of DATABASE_URL. Other targets are rejected. The backup is restored completely or not at all, and needs its master key. Afterwards the service starts in recovery mode: it accepts no requests to quote, book or cancel until its bookings have been compared with the providers (see serai recovery status).',
  args: ['file'],
  examples: [
    'SERAI_DATA_DIR=/srv/serai-new serai restore last.backup',
    'DATABASE_URL=postgres://…/serai_new serai restore last.backup',
  ],
  async run({ args, config, json, terminal, clock, signal: given }) {
    const { settings } = config();
    const masterKey = await getMasterKey(settings);
    let settled: SettledRestore | undefined;
    const onProgress = showProgress(terminal, clock);
    const options = {
      path: args[0] as string,
      masterKey,
      migrationsFolder: MIGRATIONS,
      async settle(tx: Database, manifest: BackupManifest) {
        settled = await settleRestored(tx, manifest, {
          masterKey,
          erasureFile: erasureFile(settings),
        });
      },
    };
    const restored = await untilStopped(given, onProgress, stoppable => {
      const restore = (owner: Database) => restoreBackup(owner, { ...options, onProgress: stoppable });
      return settings.DATABASE_URL === undefined
        ? restoreEmbedded(settings.SERAI_DATA_DIR, restore)
        : withOwnerDatabase(settings, restore);
    });
    onProgress({ title: 'Comparing', unit: 'rows', done: restored.rows, share: 1 });
    const { takenAt, version } = restored.manifest;
    terminal.out(
      json
        ? `${JSON.stringify({ takenAt, version, rows: restored.rows, tables: restored.end.tables, ...settled })}\n`
        : restoredText(restored, settled),
    );
    return EXIT.ok;
  },
});

function restoredText({ manifest, end, rows }: RestoredBackup, settled: SettledRestore | undefined): string {
  const { takenAt, version } = manifest;
  return [
    `Restored and verified ${counted(rows)} rows in ${end.tables.length} tables as of ${takenAt} (Serai ${version}).`,
    `Bookings that may have changed since then: ${counted(settled?.bookings ?? 0)}. Their versions were raised by 1,000. Repeated guest erasures: ${counted(settled?.erasures.erased ?? 0)}.`,
    'The service starts in recovery mode. It serves searches and reads, but accepts no requests to quote, book or cancel until its bookings have been compared with the providers. serai recovery status shows the progress.',
    '',
  ].join('\n');
}
