import type { PlacesSummary } from '../../content/place-data/import/import-places.ts';
import { type Call, defineCommand } from '../frame/command.ts';
import { onDatabase } from '../frame/on-database.ts';
import { counted, type ProgressLine, progressLine } from '../frame/progress.ts';
import { IMPORT_OPTIONS, type ProblemReport, reportWaiting, runReported } from './import-report.ts';

const OPTIONS = {
  'min-population': {
    type: 'number',
    default: '500',
    description:
      'Skip settlements with fewer inhabitants, except capitals and district seats. Known places stay unchanged.',
  },
  'skip-bad': { type: 'flag', description: 'Skip invalid lines and import the rest.' },
  'remove-missing': {
    type: 'flag',
    description:
      'Set places that are not in the file to INACTIVE. Use it only with a file that covers the whole world.',
  },
  'replace-names': {
    type: 'flag',
    description:
      'Remove names of a city that are not in alternateNamesV2.txt. Use it only with the complete file.',
  },
  ...IMPORT_OPTIONS,
} as const;

type ImportCall = Call<typeof OPTIONS>;

export const importPlacesCommand = defineCommand({
  name: 'import places',
  summary: 'Import places into the catalogue from public files.',
  description: [
    'Reads files from GeoNames (citiesN.txt, allCountries.txt, alternateNamesV2.txt, hierarchy.txt, admin1CodesASCII.txt, admin2Codes.txt, countryInfo.txt, iso-languagecodes.txt) and OurAirports (airports.csv). Keep their original file names. Files may be plain, gzip or zip, and you can specify several in any order.',
    'To import names of countries and regions from alternateNamesV2.txt, add countryInfo.txt and admin1CodesASCII.txt, or allCountries.txt.',
    'Places keep their ids permanently. Places and names that a file does not contain stay unchanged, so a file for a part of the world deletes nothing. With --remove-missing, cities that are not in citiesN.txt or allCountries.txt, and airports that are not in airports.csv, become INACTIVE. Hotels of such a city move to the nearest city within 50 km. With --replace-names, cities in alternateNamesV2.txt keep only the names in that file.',
    'The import is written completely or not at all, and importing the same file again changes nothing.',
  ].join('\n\n'),
  args: ['file…'],
  options: OPTIONS,
  examples: [
    'serai import places cities500.zip admin1CodesASCII.txt airports.csv',
    'serai import places allCountries.zip alternateNamesV2.zip --min-population 1000 --dry-run',
  ],
  async run(call) {
    const { options } = call;
    return runReported(call, {
      work: report => runImport(call, report),
      text: summary => summaryText(summary, options),
      isFailed: ({ problems }) => problems > 0 && options['skip-bad'] !== true,
    });
  },
});

async function runImport(
  { options, args, terminal, clock, config }: ImportCall,
  report: ProblemReport,
): Promise<PlacesSummary> {
  // Loaded here, so that other commands start without it.
  const { importPlaces } = await import('../../content/place-data/import/import-places.ts');
  let line: ProgressLine | undefined;
  let current = '';
  const start = (title: string, unit: string) => {
    line?.end();
    line = progressLine(terminal, { title, unit, clock });
  };
  try {
    return await onDatabase(config().settings, db =>
      importPlaces(db, args, {
        minPopulation: options['min-population'],
        dryRun: options['dry-run'] === true,
        skipBad: options['skip-bad'] === true,
        removeMissing: options['remove-missing'] === true,
        replaceNames: options['replace-names'] === true,
        onProblem: text => report.add(text),
        onWait: () => reportWaiting(terminal),
        onPhase: phase => {
          start(phase, 'places');
          current = 'surroundings';
        },
        onProgress: (file, done, share) => {
          if (file !== current) start(`Reading ${file}`, 'lines');
          current = file;
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
    isWritten || options['dry-run'] === true ? `Places: ${counts}. Names: ${counted(names)} changed.\n` : '',
    unplaced > 0
      ? `Countries and regions skipped, because they contain no city: ${counted(unplaced)}.\n`
      : '',
    movedHotels > 0
      ? `Hotels: ${counted(movedHotels)} moved to another city, because theirs was removed.\n`
      : '',
    removalSkipped
      ? 'No places were removed, because the places on invalid lines cannot be identified. Correct the file and import it again.\n'
      : '',
    isWritten
      ? 'A running service finds the new places after it has rebuilt its index, in about ten seconds.\n'
      : '',
  ].join('');
}

function headline({ problems, isWritten }: PlacesSummary, options: ImportCall['options']): string {
  if (isWritten) return problems > 0 ? 'Imported without the invalid lines.\n' : 'Imported.\n';
  if (options['dry-run'] === true) return 'Dry run: nothing was written. The import would result in:\n';
  if (problems > 0 && options['skip-bad'] !== true) {
    return 'Nothing was written, because some lines are invalid. Use --skip-bad to import the rest.\n';
  }
  return 'Nothing changed: the catalogue already has this data.\n';
}
