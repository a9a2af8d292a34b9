import { erasureFile } from '../../app/erasure-file.ts';
import type { BackupManifest } from '../../backup/manifest.ts';
import { type RestoredBackup, restoreBackup } from '../../backup/restore-backup.ts';
import { restoreEmbedded } from '../../backup/restore-embedded.ts';
import { type SettledRestore, settleRestored } from '../../backup/settle-restored.ts';
import type { Database } from '../../platform/database/connect.ts';
import { MIGRATIONS } from '../../start-database.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { counted } from '../frame/progress.ts';
import { showProgress } from '../frame/show-progress.ts';
import { getMasterKey } from './master-key.ts';
import { withOwnerDatabase } from './owner-database.ts';
import { untilStopped } from './until-stopped.ts';

export const restoreCommand = defineCommand({
  name: 'restore',
  summary: 'Restore a backup into a new, empty database.',
  description:
    'Into the embedded database of a data folder that has none yet, or into an empty database of a server by DATABASE_URL; anything else is refused. It happens wholly or not at all. The master key of the backup must be there. Afterwards the service starts in recovery mode: it takes no bookings until it was compared with its providers (serai recovery status).',
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
    `Restored ${counted(rows)} rows of ${end.tables.length} tables as of ${takenAt} (Serai ${version}); every table was compared.`,
    `${counted(settled?.bookings ?? 0)} bookings may have changed since; their versions went up by 1,000. ${counted(settled?.erasures.erased ?? 0)} erasures of guests were done again.`,
    'The service starts in recovery mode: reads are answered, bookings wait until its providers were compared. serai recovery status shows how far that is.',
    '',
  ].join('\n');
}
