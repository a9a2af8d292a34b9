import type { PlacesSummary } from '../content/place-data/import/import-places.ts';
import { type Call, defineCommand } from './frame/command.ts';
import { EXIT } from './frame/failure.ts';
import { onDatabase } from './frame/on-database.ts';
import { parseCount } from './frame/parse-option.ts';
import { type ProblemReport, problemReport } from './frame/problem-report.ts';
import { counted, type ProgressLine, progressLine } from './frame/progress.ts';
import { sayWaiting } from './frame/say-waiting.ts';

const DEFAULT_MIN_POPULATION = 500;

const OPTIONS = {
  'min-population': {
    type: 'string',
    value: '<number>',
    description: `Leave out smaller settlements, except capitals and district seats; those that are known stay as they are. Default ${DEFAULT_MIN_POPULATION}.`,
  },
  'dry-run': { type: 'boolean', description: 'Only tell what would happen.' },
  'skip-bad': { type: 'boolean', description: 'Import the rest when lines are bad, instead of nothing.' },
  'remove-missing': {
    type: 'boolean',
    description: 'Places that a full file no longer has become INACTIVE. Never with a part of the world.',
  },
  'replace-names': {
    type: 'boolean',
    description:
      'Names of a city that a full alternateNamesV2.txt no longer has are removed. Never with a part of the names.',
  },
  problems: { type: 'string', value: '<file>', description: 'Write every problem into this file.' },
} as const;

export const importPlacesCommand = defineCommand({
  name: 'import places',
  summary: 'Bring places into the catalogue from public files.',
  description: [
    'Reads the files of GeoNames (citiesN.txt, allCountries.txt, alternateNamesV2.txt, hierarchy.txt, admin1CodesASCII.txt, admin2Codes.txt, countryInfo.txt, iso-languagecodes.txt) and of OurAirports (airports.csv) under the names they are downloaded with, plain, gzip or zip, several at once in any order.',
    'Names of countries and regions in alternateNamesV2.txt are found only together with countryInfo.txt and admin1CodesASCII.txt, or with allCountries.txt.',
    'Places keep their ids for ever. A place that a file does not have stays as it is, and so does a name in a known language: a file with a part of the world deletes nothing. With --remove-missing, cities that citiesN.txt or allCountries.txt lacks, and airports that airports.csv lacks, become INACTIVE; hotels of a city that ended get the nearest one within 50 km. With --replace-names, cities that alternateNamesV2.txt names keep only the names that it has.',
    'Everything happens at once or not at all, and the same file again changes nothing.',
  ].join('\n\n'),
  args: ['file…'],
  options: OPTIONS,
  examples: [
    'serai import places cities500.zip admin1CodesASCII.txt airports.csv',
    'serai import places allCountries.zip alternateNamesV2.zip --min-population 1000 --dry-run',
  ],
  async run(call) {
    const { options, json, terminal, style } = call;
    const minPopulation = parseCount(
      options['min-population'] ?? String(DEFAULT_MIN_POPULATION),
      '--min-population',
    );
    const report = problemReport(options.problems);
    try {
      const summary = await runImport(call, minPopulation, report);
      if (json) terminal.out(`${JSON.stringify({ ...summary, firstProblems: report.shown() })}\n`);
      else {
        report.print(terminal, style);
        terminal.out(summaryText(summary, options));
      }
      return summary.problems > 0 && options['skip-bad'] !== true ? EXIT.failed : EXIT.ok;
    } finally {
      report.close();
    }
  },
});

type ImportCall = Call<typeof OPTIONS>;

async function runImport(
  { options, args, terminal, clock, config }: ImportCall,
  minPopulation: number,
  report: ProblemReport,
): Promise<PlacesSummary> {
  // Loaded here, so that other commands do not wait for what reads files.
  const { importPlaces } = await import('../content/place-data/import/import-places.ts');
  let line: ProgressLine | undefined;
  let shown = '';
  const start = (title: string, unit: string) => {
    line?.end();
    line = progressLine(terminal, { title, unit, clock });
  };
  try {
    return await onDatabase(config().settings, db =>
      importPlaces(db, args, {
        minPopulation,
        dryRun: options['dry-run'] === true,
        skipBad: options['skip-bad'] === true,
        removeMissing: options['remove-missing'] === true,
        replaceNames: options['replace-names'] === true,
        onProblem: text => report.add(text),
        onWait: () => sayWaiting(terminal),
        onPhase: phase => {
          start(phase, 'places');
          shown = 'surroundings';
        },
        onProgress: (file, done, share) => {
          if (file !== shown) start(`Reading ${file}`, 'lines');
          shown = file;
          line?.update(done, share);
        },
      }),
    );
  } finally {
    line?.end();
  }
}

function summaryText(summary: PlacesSummary, options: ImportCall['options']): string {
  const { created, changed, removed, names, unplaced, movedHotels, removalSkipped, isWritten } = summary;
  const counts = `${counted(created)} created, ${counted(changed)} changed, ${counted(removed)} removed`;
  return [
    headline(summary, options),
    isWritten || options['dry-run'] === true ? `Places: ${counts}. Names: ${counted(names)} differ.\n` : '',
    unplaced > 0 ? `${counted(unplaced)} countries or regions were left out: no city lies in them.\n` : '',
    movedHotels > 0 ? `Hotels: ${counted(movedHotels)} get another city, since theirs ended.\n` : '',
    removalSkipped
      ? 'No place was removed: a bad line does not say which place it is about. Mend it, then import again.\n'
      : '',
    isWritten ? 'A running service finds them when it has built its index again, in some ten seconds.\n' : '',
  ].join('');
}

function headline(summary: PlacesSummary, options: ImportCall['options']): string {
  const { problems, isWritten } = summary;
  if (isWritten) return problems > 0 ? 'Imported without the bad lines.\n' : 'Imported.\n';
  if (options['dry-run'] === true) return 'Dry run, nothing is written. It would be:\n';
  if (problems > 0 && options['skip-bad'] !== true) {
    return 'Nothing is written, since lines are bad; --skip-bad imports the rest.\n';
  }
  return 'Nothing to change: all of it is known already.\n';
}
