import { join } from 'node:path';
import type { BackupEnd, BackupManifest } from '../../backup/manifest.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { onScratchDatabase } from '../../backup/restore-embedded.ts';
import { verifyBackup } from '../../backup/verify-backup.ts';
import { MIGRATIONS } from '../../start-database.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { counted, showProgress } from '../frame/progress.ts';
import { untilStopped } from '../frame/stay-alive.ts';
import type { Style } from '../text/style.ts';
import { facts } from '../text/table.ts';
import { getMasterKey } from './owner-database.ts';

const SCRATCH = 'verify.unfinished';

export const backupVerifyCommand = defineCommand({
  name: 'backup verify',
  summary: 'Verify a backup, optionally with a trial restore.',
  description:
    'Checks every chunk, row and checksum. With --restore, the backup is also restored into a temporary database in the data folder and compared there. Neither affects the service.',
  args: ['file'],
  options: { restore: { type: 'flag', description: 'Also restore it into a temporary database.' } },
  examples: [
    'serai backup verify serai-2026-11-15T03-00-00Z.backup',
    'serai backup verify last.backup --restore',
  ],
  async run({ args, options, config, json, terminal, clock, style, signal: given }) {
    const { settings } = config();
    const path = args[0] as string;
    const masterKey = await getMasterKey(settings);
    const isRestored = options.restore === true;
    const shown = showProgress(terminal, clock);
    const { manifest, end } = await untilStopped(given, shown, onProgress =>
      isRestored
        ? onScratchDatabase(join(settings.SERAI_DATA_DIR, SCRATCH), owner =>
            restoreBackup(owner, {
              path,
              masterKey,
              migrationsFolder: MIGRATIONS,
              onProgress,
              settle: async () => {},
            }),
          )
        : verifyBackup(path, masterKey, onProgress),
    );
    const { version, takenAt, keyId, server, leftOut, migrations } = manifest;
    const migration = migrations.at(-1)?.number;
    const view = { path, version, takenAt, keyId, server, migration, ...end, leftOut, isRestored };
    terminal.out(json ? `${JSON.stringify(view)}\n` : verifiedText(manifest, end, isRestored, style));
    return EXIT.ok;
  },
});

function verifiedText(
  manifest: BackupManifest,
  { tables }: BackupEnd,
  isRestored: boolean,
  style: Style,
): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const last = manifest.migrations.at(-1);
  const verdict = isRestored ? 'complete; the trial restore matches in every table' : 'complete';
  return facts(
    [
      ['state', { text: verdict, style: style.good }],
      ['taken at', manifest.takenAt],
      [
        'written by',
        `Serai ${manifest.version}, migration ${last?.number} (${last?.name}), PostgreSQL ${manifest.server}`,
      ],
      ['master key', manifest.keyId],
      ['contains', `${counted(rows)} rows in ${tables.length} tables`],
      ['left out', manifest.leftOut.map(({ name }) => name).join(', ')],
    ],
    style,
  );
}
