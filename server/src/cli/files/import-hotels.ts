import { basename } from 'node:path';
import { problemText } from '../../content/catalogue-files/file-record.ts';
import type { ImportSummary } from '../../content/catalogue-files/import/import-hotels.ts';
import { type Call, defineCommand } from '../frame/command.ts';
import { onDatabase } from '../frame/on-database.ts';
import { counted, progressLine } from '../frame/progress.ts';
import { printable } from '../text/style.ts';
import { facts } from '../text/table.ts';
import {
  ENVIRONMENT_OPTION,
  IMPORT_OPTIONS,
  type ProblemReport,
  problemReport,
  reportWaiting,
  runReported,
} from './import-report.ts';

const OPTIONS = {
  environment: ENVIRONMENT_OPTION,
  rooms: { type: 'text', value: '<file>', description: 'The file with the rooms, if the hotels are CSV.' },
  'skip-bad': { type: 'flag', description: 'Skip invalid lines and import the rest.' },
  'remove-missing': { type: 'flag', description: 'Set hotels that are not in the file to INACTIVE.' },
  ...IMPORT_OPTIONS,
} as const;

type ImportCall = Call<typeof OPTIONS>;

export const importHotelsCommand = defineCommand({
  name: 'import hotels',
  summary: 'Import hotels into the catalogue from a file.',
  description:
    'Reads JSON Lines or CSV, plain, gzip or zip. docs/guides/operator/catalogue-files.md describes both formats. The import adds or changes the hotels in the file. All others stay unchanged, unless --remove-missing is used. The import is written completely or not at all, and importing the same file again changes nothing.',
  args: ['file'],
  options: OPTIONS,
  examples: [
    'serai import hotels hotels.jsonl.gz --environment production --dry-run',
    'serai import hotels hotels.csv --rooms rooms.csv --environment sandbox --skip-bad --problems bad.txt',
  ],
  async run(call) {
    const warnings = problemReport(undefined);
    return runReported(call, {
      work: report => runImport(call, report, warnings),
      json: () => ({ warnings: warnings.count(), firstWarnings: warnings.shown() }),
      print(report) {
        printWarnings(warnings, call);
        report.print(call.terminal, call.style);
      },
      text: summary => summaryText(summary, call),
      isFailed: summary => isRejected(summary, call.options),
    });
  },
});

async function runImport(
  { options, args: [file = ''], terminal, clock, config }: ImportCall,
  report: ProblemReport,
  warnings: ProblemReport,
): Promise<ImportSummary> {
  // Loaded here, so that other commands start without it.
  const { importHotels } = await import('../../content/catalogue-files/import/import-hotels.ts');
  const { mergeRules } = await import('../../app/merge-rules.ts');
  const start = (title: string) => progressLine(terminal, { title, unit: 'hotels', clock });
  let line = start(`Reading ${basename(file)}`);
  try {
    return await onDatabase(config().settings, db =>
      importHotels(db, {
        file,
        roomsFile: options.rooms,
        environment: options.environment,
        dryRun: options['dry-run'] === true,
        skipBad: options['skip-bad'] === true,
        removeMissing: options['remove-missing'] === true,
        mergeRules,
        onProblem: problem => report.add(problemText(problem)),
        onWarning: warning => warnings.add(problemText(warning)),
        onWait: () => reportWaiting(terminal),
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
  const { created, changed, unchanged, ended, unknown, rooms, removalSkipped } = summary;
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([word, count]) => `${counted(count)} ${word}`)
      .join(', ');
  const counts: [string, string][] = [
    ['hotels', list({ created, changed, unchanged, ended })],
    ['rooms', list({ ...rooms })],
  ];
  return [
    headline(summary, options),
    isRejected(summary, options) ? '' : facts(counts, style),
    unknown > 0
      ? `Deletions ignored, because the hotels are not in the catalogue: ${counted(unknown)}.\n`
      : '',
    removalSkipped
      ? 'No hotels were removed, because the hotels on invalid lines cannot be identified. Correct the file and import it again.\n'
      : '',
  ].join('');
}

function headline(summary: ImportSummary, options: ImportCall['options']): string {
  const { isWritten, problems } = summary;
  if (isRejected(summary, options)) {
    return 'Nothing was written, because some lines are invalid. Use --skip-bad to import the rest.\n';
  }
  if (isWritten) return problems > 0 ? 'Imported without the invalid lines.\n' : 'Imported.\n';
  return 'Dry run: nothing was written. The import would result in:\n';
}

function isRejected({ problems }: ImportSummary, options: ImportCall['options']): boolean {
  return problems > 0 && options['skip-bad'] !== true;
}
