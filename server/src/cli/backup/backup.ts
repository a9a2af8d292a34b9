import { readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type WrittenBackup, writeBackup } from '../../backup/write-backup.ts';
import { MIGRATIONS } from '../../start-database.ts';
import { defineCommand } from '../frame/command.ts';
import { CliFailure, EXIT, usageFailure } from '../frame/failure.ts';
import { parseCount } from '../frame/parse-option.ts';
import { counted } from '../frame/progress.ts';
import { showProgress } from '../frame/show-progress.ts';
import { sizeText } from '../text/size-text.ts';
import { untilInterrupted } from '../webhooks/listen/until-interrupted.ts';
import { getMasterKey } from './master-key.ts';
import { withOwnerDatabase } from './owner-database.ts';

const NAME = /^serai-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.backup$/;

export const backupCommand = defineCommand({
  name: 'backup',
  summary: 'Write everything into one sealed file, also while the service runs.',
  description:
    'The file holds one moment of the database, sealed with a key that follows from the master key. Given a folder, it gets a name by the time. The master key and the operator token are not in it: keep the master key apart from the backups, without it nobody opens them. It appears under its name only when it is complete and on disk.',
  args: ['path'],
  options: {
    keep: {
      type: 'string',
      value: '<n>',
      description: 'In a folder: keep so many and remove older ones.',
    },
    'with-request-log': { type: 'boolean', description: 'Also the log of requests, which may be long.' },
  },
  examples: [
    'serai backup /backups --keep 30',
    'DATABASE_URL=postgres://… serai backup before-upgrade.backup',
  ],
  async run({ args, options, config, json, terminal, clock, signal: given }) {
    const { settings } = config();
    const target = resolve(args[0] as string);
    const keep = options.keep === undefined ? undefined : parseKeep(options.keep);
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

function interrupted(): CliFailure {
  return new CliFailure(EXIT.failed, 'The backup was interrupted. Nothing was kept.');
}

/** None at all is no backup. */
function parseKeep(text: string): number {
  const keep = parseCount(text, '--keep');
  if (keep < 1) throw usageFailure('--keep takes 1 or more.');
  return keep;
}

function nameAt(nowMs: number): string {
  const time = new Date(nowMs)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  return `serai-${time}.backup`;
}

/** Names sort by time. Only files that were named by this command are touched. */
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
    `Wrote ${path}: ${counted(rows)} rows of ${tables.length} tables as of ${manifest.takenAt}, ${sizeText(fileBytes)}.`,
    `It opens with the master key ${manifest.keyId} alone, which is not in it, nor is the operator token.`,
    ...(removed.length > 0 ? [`Removed ${removed.join(', ')}.`] : []),
  ];
  return `${lines.join('\n')}\n`;
}
