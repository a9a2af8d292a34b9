import { join } from 'node:path';
import type { BackupEnd, BackupManifest } from '../../backup/manifest.ts';
import { restoreBackup } from '../../backup/restore-backup.ts';
import { onScratchDatabase } from '../../backup/restore-embedded.ts';
import { verifyBackup } from '../../backup/verify-backup.ts';
import { MIGRATIONS } from '../../start-database.ts';
import { defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { counted } from '../frame/progress.ts';
import { showProgress } from '../frame/show-progress.ts';
import type { Style } from '../text/style.ts';
import { facts } from '../text/table.ts';
import { getMasterKey } from './master-key.ts';
import { untilStopped } from './until-stopped.ts';

const SCRATCH = 'verify.unfinished';

export const backupVerifyCommand = defineCommand({
  name: 'backup verify',
  summary: 'Read a backup from end to end, and with --restore also restore it for a trial.',
  description:
    'Every chunk, every row and every sum is checked. With --restore it is also restored into a database in the data folder that is thrown away afterwards, and compared there. Neither touches the service.',
  args: ['file'],
  options: { restore: { type: 'boolean', description: 'Restore it into a database that is thrown away.' } },
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
  const verdict = isRestored ? 'whole; it was restored for a trial, and every table was compared' : 'whole';
  return facts(
    [
      ['state', { text: verdict, style: style.good }],
      ['of', manifest.takenAt],
      [
        'written by',
        `Serai ${manifest.version}, migration ${last?.number} (${last?.name}), PostgreSQL ${manifest.server}`,
      ],
      ['master key', manifest.keyId],
      ['holds', `${counted(rows)} rows of ${tables.length} tables`],
      ['left out', manifest.leftOut.map(({ name }) => name).join(', ')],
    ],
    style,
  );
}
