import { type Call, type Command, defineCommand } from '../frame/command.ts';
import { EXIT } from '../frame/failure.ts';
import { onDatabase } from '../frame/on-database.ts';
import { counted, progressLine } from '../frame/progress.ts';
import { ENVIRONMENT_OPTION } from './import-report.ts';
import { OutputClosed, type OutputFile, openOutput } from './output-file.ts';

const OUTPUT_OPTION = {
  type: 'text',
  value: '<file>',
  description: 'The file to write, compressed if it ends in .gz. Default: standard output.',
} as const;

const exportHotelsCommand = defineCommand({
  name: 'export hotels',
  summary: 'Write the hotel catalogue to a file.',
  description:
    'Writes the format that serai import hotels reads. Importing the file again changes nothing. The export is a consistent snapshot, and the file appears only when it is complete.',
  options: {
    environment: ENVIRONMENT_OPTION,
    format: { type: 'choice', choices: ['jsonl', 'csv'], default: 'jsonl', description: 'The file format.' },
    output: OUTPUT_OPTION,
    rooms: { type: 'text', value: '<file>', description: 'With --format csv: the file for the rooms.' },
    all: { type: 'flag', description: 'Include INACTIVE and MERGED hotels and rooms.' },
  },
  examples: [
    'serai export hotels --environment production --output hotels.jsonl.gz',
    'serai export hotels --environment sandbox --format csv --output hotels.csv --rooms rooms.csv',
  ],
  check: ({ rooms, format }) =>
    rooms !== undefined && format !== 'csv'
      ? ["--rooms requires --format csv. In JSON Lines, each hotel's line contains its rooms."]
      : [],
  async run(call) {
    const { environment, format, output, rooms: roomsFile, all } = call.options;
    const { exportHotels } = await import('../../content/catalogue-files/export-hotels.ts');
    const written = await toFiles(call, [output, roomsFile], 'hotels', (db, [out, rooms], onProgress) =>
      exportHotels(db, {
        environment,
        format,
        all: all === true,
        write: text => out.write(text),
        writeRooms: roomsFile === undefined ? undefined : text => rooms.write(text),
        onProgress,
      }),
    );
    if (written === undefined) return EXIT.ok;
    const counts = `${several(written.hotels, 'hotel')} with ${several(written.rooms, 'room')}`;
    const isWithoutRooms = format === 'csv' && roomsFile === undefined;
    const note = isWithoutRooms ? ' The rooms are not included. Write them with --rooms <file>.' : '';
    report(call, `Wrote ${counts}.${note}\n`, written);
    return EXIT.ok;
  },
});

const exportPlacesCommand = defineCommand({
  name: 'export places',
  summary: 'Write the places to a file.',
  description:
    'The format tsv contains cities and districts in the 19 columns of GeoNames, which serai import places reads. The format jsonl contains every place with all its names, for inspection.',
  options: {
    format: { type: 'choice', choices: ['tsv', 'jsonl'], default: 'tsv', description: 'The file format.' },
    output: OUTPUT_OPTION,
    all: { type: 'flag', description: 'With --format jsonl: include INACTIVE and MERGED places.' },
  },
  examples: [
    'serai export places --output cities500.txt',
    'serai export places --format jsonl --output places.jsonl.gz',
  ],
  check: ({ all, format }) =>
    all && format === 'tsv'
      ? ['--all requires --format jsonl, because GeoNames files cannot mark a place as inactive.']
      : [],
  async run(call) {
    const { format, output, all } = call.options;
    const { exportPlaces } = await import('../../content/catalogue-files/export-places.ts');
    const places = await toFiles(call, [output], 'places', (db, [out], onProgress) =>
      exportPlaces(db, { format, all: all === true, write: text => out.write(text), onProgress }),
    );
    if (places !== undefined) report(call, `Wrote ${several(places, 'place')}.\n`, { places });
    return EXIT.ok;
  },
});

const exportInventoryCommand = defineCommand({
  name: 'export inventory',
  summary: 'Write own inventory to a file.',
  description:
    'Writes all properties with their nights as JSON Lines, which serai import inventory reads. Importing the file again changes nothing. The export is a consistent snapshot, and the file appears only when it is complete. Bookings are not included.',
  options: { environment: ENVIRONMENT_OPTION, output: OUTPUT_OPTION },
  examples: ['serai export inventory --environment production --output inventory.jsonl.gz'],
  async run(call) {
    const { environment, output } = call.options;
    const { exportInventory } = await import(
      '../../booking/suppliers/own-inventory/files/export-inventory.ts'
    );
    const written = await toFiles(call, [output], 'properties', (db, [out], onProgress) =>
      exportInventory(db, { environment, write: text => out.write(text), onProgress }),
    );
    if (written === undefined) return EXIT.ok;
    const { properties, lines } = written;
    const noun = properties === 1 ? 'property' : 'properties';
    report(call, `Wrote ${counted(properties)} ${noun} in ${several(lines, 'line')}.\n`, written);
    return EXIT.ok;
  },
});

export const EXPORT_COMMANDS: readonly Command[] = [
  exportHotelsCommand,
  exportPlacesCommand,
  exportInventoryCommand,
];

const several = (count: number, noun: string) => `${counted(count)} ${noun}${count === 1 ? '' : 's'}`;

/** The summary goes to standard error if the export itself is written to standard output. */
function report(
  { terminal, json, options }: Pick<Call, 'terminal' | 'json'> & { options: { output: string | undefined } },
  text: string,
  counts: object,
): void {
  if (options.output === undefined) terminal.err(text);
  else terminal.out(json ? `${JSON.stringify(counts)}\n` : text);
}

type Work<T> = (
  db: Parameters<Parameters<typeof onDatabase>[1]>[0],
  files: [OutputFile, OutputFile],
  onProgress: (done: number, share: number) => void,
) => Promise<T>;

/**
 * Opens the files and completes them when everything is written. Returns undefined if standard output was closed early.
 */
async function toFiles<T>(
  { terminal, clock, config }: Pick<Call, 'terminal' | 'clock' | 'config'>,
  [path, second]: readonly (string | undefined)[],
  unit: string,
  work: Work<T>,
): Promise<T | undefined> {
  const { settings } = config();
  const first = await openOutput(path, terminal);
  const files: [OutputFile, OutputFile] = [
    first,
    second === undefined ? first : await openOutput(second, terminal),
  ];
  const line = progressLine(terminal, { title: `Writing ${unit}`, unit, clock });
  try {
    const result = await onDatabase(settings, db =>
      work(db, files, (done, share) => line.update(done, share)),
    );
    for (const file of new Set(files)) await file.finish();
    return result;
  } catch (error) {
    for (const file of new Set(files)) file.discard();
    if (error instanceof OutputClosed) return undefined;
    throw error;
  } finally {
    line.end();
  }
}
