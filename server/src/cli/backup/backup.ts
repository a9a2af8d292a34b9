import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type WrittenBackup, writeBackup } from '../../backup/write-backup.ts';
import { MIGRATIONS } from '../../start-database.ts';
import { type Command, defineCommand } from '../frame/command.ts';
import { CliFailure, EXIT } from '../frame/failure.ts';
import { counted, showProgress } from '../frame/progress.ts';
import { untilInterrupted } from '../frame/stay-alive.ts';
import { sizeText } from '../text/time-text.ts';
import { backupVerifyCommand } from './backup-verify.ts';
import { getMasterKey, withOwnerDatabase } from './owner-database.ts';

const NAME = /^serai-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.backup$/;

const backupCommand = defineCommand({
  name: 'backup',
  summary: 'Write an encrypted backup to a single file, even while the service runs.',
  description:
    'The file is a consistent snapshot of the database, encrypted with a key that is derived from the master key. If the path is a folder, the file is named after the time. The backup contains neither the master key nor the operator token. Store the master key in another place, because no backup can be opened without it. The file appears only when it is complete and on disk.',
  args: ['path'],
  options: {
    keep: {
      type: 'number',
      description: 'If the path is a folder: how many backups to keep. Older ones are deleted.',
    },
    'with-request-log': { type: 'flag', description: 'Include the request log, which may be large.' },
  },
  examples: [
    'serai backup /backups --keep 30',
    'DATABASE_URL=postgres://… serai backup before-upgrade.backup',
  ],
  check: ({ keep }) => (keep === 0 ? ['--keep must be at least 1.'] : []),
  async run({ args, options, config, json, terminal, clock, signal: given }) {
    const { settings } = config();
    const target = resolve(args[0] as string);
    const { keep } = options;
    const isFolder = await stat(target).then(
      found => found.isDirectory(),
      () => false,
    );
    const path = isFolder ? join(target, nameAt(clock.nowMs())) : target;
    const masterKey = await getMasterKey(settings);
    const onProgress = showProgress(terminal, clock);
    const withRequestLog = options['with-request-log'] === true;
    const written = await untilInterrupted(given, signal =>
      withOwnerDatabase(settings, owner =>
        writeBackup(owner, {
          path,
          masterKey,
          withRequestLog,
          migrationsFolder: MIGRATIONS,
          onProgress,
          signal,
        }),
      ).catch(error => Promise.reject(signal.aborted ? interrupted() : error)),
    );
    onProgress({ title: 'Backing up', unit: 'rows', done: written.rows, share: 1 });
    const removed = isFolder && keep !== undefined ? await removeOld(target, keep) : [];
    terminal.out(json ? `${JSON.stringify(view(path, written, removed))}\n` : text(path, written, removed));
    return EXIT.ok;
  },
});

export const BACKUP_COMMANDS: readonly Command[] = [backupCommand, backupVerifyCommand];

function interrupted(): CliFailure {
  return new CliFailure(EXIT.failed, 'The backup was interrupted. No file was written.');
}

function nameAt(nowMs: number): string {
  const time = new Date(nowMs)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  return `serai-${time}.backup`;
}

/** Deletes the oldest backups. Their names sort by time, and files with other names are not touched. */
async function removeOld(folder: string, keep: number): Promise<string[]> {
  const names = (await readdir(folder)).filter(name => NAME.test(name)).sort();
  const old = names.slice(0, Math.max(0, names.length - keep));
  for (const name of old) await rm(join(folder, name));
  return old;
}

function view(
  path: string,
  { manifest, tables, rows, rowBytes, fileBytes }: WrittenBackup,
  removed: string[],
) {
  const { version, takenAt, keyId, leftOut } = manifest;
  return { path, version, takenAt, keyId, tables, rows, rowBytes, fileBytes, leftOut, removed };
}

function text(path: string, { manifest, tables, rows, fileBytes }: WrittenBackup, removed: string[]): string {
  const lines = [
    `Wrote ${path}: ${counted(rows)} rows in ${tables.length} tables as of ${manifest.takenAt}, ${sizeText(fileBytes)}.`,
    `It can be opened only with the master key ${manifest.keyId}. The file contains neither this key nor the operator token.`,
    ...(removed.length > 0 ? [`Deleted ${removed.join(', ')}.`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
