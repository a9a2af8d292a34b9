/** Commands that write the catalogue, the places and own inventory into files. */
import { type Call, type Command, defineCommand } from './frame/command.ts';
import { EXIT, usageFailure } from './frame/failure.ts';
import { onDatabase } from './frame/on-database.ts';
import { type OutputFile, openOutput, ReaderLeft } from './frame/output-file.ts';
import { parseEnvironment } from './frame/parse-option.ts';
import { counted, progressLine } from './frame/progress.ts';

const HOTEL_OPTIONS = {
  environment: { type: 'string', value: '<name>', description: 'sandbox or production. Required.' },
  format: { type: 'string', value: '<name>', description: 'jsonl (the default) or csv.' },
  output: {
    type: 'string',
    value: '<file>',
    description: 'Otherwise standard output. Gzip when it ends in .gz.',
  },
  rooms: { type: 'string', value: '<file>', description: 'Where the rooms go, with --format csv.' },
  all: { type: 'boolean', description: 'Also hotels and rooms that are INACTIVE or MERGED.' },
} as const;

const INVENTORY_OPTIONS = {
  environment: HOTEL_OPTIONS.environment,
  output: HOTEL_OPTIONS.output,
} as const;

const PLACE_OPTIONS = {
  format: { type: 'string', value: '<name>', description: 'tsv (the default) or jsonl.' },
  output: HOTEL_OPTIONS.output,
  all: { type: 'boolean', description: 'Also places that are INACTIVE or MERGED, with --format jsonl.' },
} as const;

const exportHotelsCommand = defineCommand({
  name: 'export hotels',
  summary: 'Write the hotel catalogue into a file.',
  description:
    'Writes what serai import hotels reads; importing it again changes nothing. All of it is of one moment, and a file appears only when it is complete.',
  options: HOTEL_OPTIONS,
  examples: [
    'serai export hotels --environment production --output hotels.jsonl.gz',
    'serai export hotels --environment sandbox --format csv --output hotels.csv --rooms rooms.csv',
  ],
  async run(call) {
    const { options, terminal } = call;
    if (options.environment === undefined) {
      throw usageFailure('Say which catalogue: --environment sandbox or --environment production.');
    }
    const environment = parseEnvironment(options.environment);
    const format = parseFormat(options.format ?? 'jsonl', ['jsonl', 'csv']);
    if (options.rooms !== undefined && format !== 'csv') {
      throw usageFailure('--rooms goes with --format csv; JSON Lines hold the rooms of a hotel in its line.');
    }
    const { exportHotels } = await import('../content/catalogue-files/export-hotels.ts');
    const written = await toFiles(
      call,
      [options.output, options.rooms],
      'hotels',
      (db, [out, rooms], onProgress) =>
        exportHotels(db, {
          environment,
          format,
          all: options.all === true,
          write: text => out.write(text),
          writeRooms: options.rooms === undefined ? undefined : text => rooms.write(text),
          onProgress,
        }),
    );
    if (written === undefined) return EXIT.ok;
    const told = `${several(written.hotels, 'hotel')} with ${several(written.rooms, 'room')}`;
    const left =
      format === 'csv' && options.rooms === undefined
        ? ' The rooms are left out; --rooms <file> writes them.'
        : '';
    tell(call, options.output, `Wrote ${told}.${left}\n`);
    if (call.json && options.output !== undefined) terminal.out(`${JSON.stringify(written)}\n`);
    return EXIT.ok;
  },
});

const exportPlacesCommand = defineCommand({
  name: 'export places',
  summary: 'Write the places into a file.',
  description:
    'tsv: cities and districts in the 19 columns of GeoNames, which serai import places reads. jsonl: every place with all its names, to look at.',
  options: PLACE_OPTIONS,
  examples: [
    'serai export places --output cities500.txt',
    'serai export places --format jsonl --output places.jsonl.gz',
  ],
  async run(call) {
    const { options, terminal } = call;
    const format = parseFormat(options.format ?? 'tsv', ['tsv', 'jsonl']);
    if (options.all === true && format === 'tsv') {
      throw usageFailure('--all goes with --format jsonl: GeoNames has no word for a place that ended.');
    }
    const { exportPlaces } = await import('../content/catalogue-files/export-places.ts');
    const places = await toFiles(call, [options.output], 'places', (db, [out], onProgress) =>
      exportPlaces(db, { format, all: options.all === true, write: text => out.write(text), onProgress }),
    );
    if (places === undefined) return EXIT.ok;
    tell(call, options.output, `Wrote ${several(places, 'place')}.\n`);
    if (call.json && options.output !== undefined) terminal.out(`${JSON.stringify({ places })}\n`);
    return EXIT.ok;
  },
});

const exportInventoryCommand = defineCommand({
  name: 'export inventory',
  summary: 'Write rooms and prices of your own into a file.',
  description:
    'Writes all properties with their nights as JSON Lines, which serai import inventory reads; importing it again changes nothing. All of it is of one moment, and a file appears only when it is complete. Bookings are not in it.',
  options: INVENTORY_OPTIONS,
  examples: ['serai export inventory --environment production --output inventory.jsonl.gz'],
  async run(call) {
    const { options, terminal } = call;
    if (options.environment === undefined) {
      throw usageFailure('Say whose rooms: --environment sandbox or --environment production.');
    }
    const environment = parseEnvironment(options.environment);
    const { exportInventory } = await import('../booking/suppliers/own-inventory/files/export-inventory.ts');
    const written = await toFiles(call, [options.output], 'properties', (db, [out], onProgress) =>
      exportInventory(db, {
        environment,
        write: text => out.write(text),
        onProgress,
      }),
    );
    if (written === undefined) return EXIT.ok;
    const { properties, lines } = written;
    const noun = properties === 1 ? 'property' : 'properties';
    tell(call, options.output, `Wrote ${counted(properties)} ${noun} in ${several(lines, 'line')}.\n`);
    if (call.json && options.output !== undefined) terminal.out(`${JSON.stringify(written)}\n`);
    return EXIT.ok;
  },
});

export const EXPORT_COMMANDS: readonly Command[] = [
  exportHotelsCommand,
  exportPlacesCommand,
  exportInventoryCommand,
];

const several = (count: number, noun: string) => `${counted(count)} ${noun}${count === 1 ? '' : 's'}`;

function parseFormat<Name extends string>(text: string, names: readonly Name[]): Name {
  const found = names.find(name => name === text);
  if (found === undefined) throw usageFailure(`There is no format "${text}".`, `Use ${names.join(' or ')}.`);
  return found;
}

/** On standard output stands the export itself. */
function tell(
  { terminal, json }: Pick<Call, 'terminal' | 'json'>,
  output: string | undefined,
  text: string,
): void {
  if (output === undefined) terminal.err(text);
  else if (!json) terminal.out(text);
}

type Work<T> = (
  db: Parameters<Parameters<typeof onDatabase>[1]>[0],
  files: [OutputFile, OutputFile],
  onProgress: (done: number, share: number) => void,
) => Promise<T>;

/** Opens the files, and gives them their names when all is written. Undefined where the reader left before. */
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
    if (error instanceof ReaderLeft) return undefined;
    throw error;
  } finally {
    line.end();
  }
}
