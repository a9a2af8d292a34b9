import { basename } from 'node:path';
import { problemText } from '../content/catalogue-files/file-record.ts';
import type { ImportOptions, ImportSummary } from '../content/catalogue-files/import/import-hotels.ts';
import { type Call, defineCommand } from './frame/command.ts';
import { EXIT, usageFailure } from './frame/failure.ts';
import { onDatabase } from './frame/on-database.ts';
import { parseEnvironment } from './frame/parse-option.ts';
import { type ProblemReport, problemReport } from './frame/problem-report.ts';
import { counted, progressLine } from './frame/progress.ts';
import { sayWaiting } from './frame/say-waiting.ts';
import { printable } from './text/style.ts';
import { facts } from './text/table.ts';

const OPTIONS = {
  environment: { type: 'string', value: '<name>', description: 'sandbox or production. Required.' },
  rooms: { type: 'string', value: '<file>', description: 'The rooms, where the hotels are CSV.' },
  'dry-run': { type: 'boolean', description: 'Only tell what would happen.' },
  'skip-bad': { type: 'boolean', description: 'Import the rest when lines are bad, instead of nothing.' },
  'remove-missing': { type: 'boolean', description: 'Hotels that the file does not name become INACTIVE.' },
  problems: { type: 'string', value: '<file>', description: 'Write every problem into this file.' },
} as const;

export const importHotelsCommand = defineCommand({
  name: 'import hotels',
  summary: 'Bring hotels into the catalogue from a file.',
  description:
    'Reads JSON Lines or CSV, plain, gzip or zip; docs/guides/catalogue-files.md describes both. Hotels of the file are added or changed, those it does not name stay. Everything happens at once or not at all, and the same file again changes nothing.',
  args: ['file'],
  options: OPTIONS,
  examples: [
    'serai import hotels hotels.jsonl.gz --environment production --dry-run',
    'serai import hotels hotels.csv --rooms rooms.csv --environment sandbox --skip-bad --problems bad.txt',
  ],
  async run(call) {
    const { options, json, terminal, style } = call;
    if (options.environment === undefined) {
      throw usageFailure('Say which catalogue: --environment sandbox or --environment production.');
    }
    const environment = parseEnvironment(options.environment);
    const { settings } = call.config();
    const report = problemReport(options.problems);
    const warnings = problemReport(undefined);
    try {
      const summary = await runImport(call, environment, { report, warnings }, settings);
      if (json) {
        const told = { firstProblems: report.shown(), firstWarnings: warnings.shown() };
        terminal.out(`${JSON.stringify({ ...summary, warnings: warnings.count(), ...told })}\n`);
      } else {
        printWarnings(warnings, call);
        report.print(terminal, style);
        terminal.out(summaryText(summary, call));
      }
      return isRefused(summary, options) ? EXIT.failed : EXIT.ok;
    } finally {
      report.close();
    }
  },
});

type ImportCall = Call<typeof OPTIONS>;

async function runImport(
  { options, args, terminal, clock }: ImportCall,
  environment: ImportOptions['environment'],
  { report, warnings }: { report: ProblemReport; warnings: ProblemReport },
  settings: ReturnType<ImportCall['config']>['settings'],
): Promise<ImportSummary> {
  // Loaded here, so that other commands do not wait for what reads files.
  const { importHotels } = await import('../content/catalogue-files/import/import-hotels.ts');
  const [file = ''] = args;
  const start = (title: string) => progressLine(terminal, { title, unit: 'hotels', clock });
  let line = start(`Reading ${basename(file)}`);
  try {
    return await onDatabase(settings, db =>
      importHotels(db, {
        file,
        roomsFile: options.rooms,
        environment,
        dryRun: options['dry-run'] === true,
        skipBad: options['skip-bad'] === true,
        removeMissing: options['remove-missing'] === true,
        onProblem: problem => report.add(problemText(problem)),
        onWarning: warning => warnings.add(problemText(warning)),
        onWait: () => sayWaiting(terminal),
        onWriting: () => {
          line.end();
          line = start('Writing');
        },
        onProgress: (done, share) => line.update(done, share),
      }),
    );
  } finally {
    line.end();
  }
}

function printWarnings(warnings: ProblemReport, { terminal }: ImportCall): void {
  const [count, shown] = [warnings.count(), warnings.shown()];
  for (const text of shown) terminal.err(`${printable(text)}\n`);
  if (count > shown.length)
    terminal.err(`${counted(count)} warnings; the first ${shown.length} are shown.\n`);
}

function summaryText(summary: ImportSummary, { options, style }: ImportCall): string {
  const { created, changed, unchanged, ended, unknown, rooms } = summary;
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([word, count]) => `${counted(count)} ${word}`)
      .join(', ');
  const hotels = { created, changed, unchanged, ended };
  return [
    headline(summary, options),
    isRefused(summary, options)
      ? ''
      : facts(
          [
            ['hotels', list(hotels)],
            ['rooms', list({ ...rooms })],
          ],
          style,
        ),
    unknown > 0 ? `${counted(unknown)} tombstones are of hotels that the catalogue does not have.\n` : '',
    summary.removalSkipped
      ? 'No hotel was removed: a bad line does not say which hotel it is about. Mend it, then import again.\n'
      : '',
  ].join('');
}

function headline(summary: ImportSummary, options: ImportCall['options']): string {
  const { isWritten, problems } = summary;
  if (isRefused(summary, options)) {
    return 'Nothing is written, since lines are bad; --skip-bad imports the rest.\n';
  }
  if (isWritten) return problems > 0 ? 'Imported without the bad lines.\n' : 'Imported.\n';
  return 'Dry run, nothing is written. It would be:\n';
}

function isRefused({ problems }: ImportSummary, options: ImportCall['options']): boolean {
  return problems > 0 && options['skip-bad'] !== true;
}
