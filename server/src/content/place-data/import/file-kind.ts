/** Which public file this is, told by its name as it is downloaded. Pure. */

export type FileKind =
  | 'languages'
  | 'countries'
  | 'first regions'
  | 'second regions'
  | 'cities'
  | 'hierarchy'
  | 'names'
  | 'airports';

interface KindRule {
  kind: FileKind;
  pattern: RegExp;
  /** Columns of a line. */
  columns: number;
  example: string;
}

/** In the order in which files are read: what others refer to comes first. */
export const FILE_KINDS: readonly KindRule[] = [
  { kind: 'languages', pattern: /^iso-languagecodes/i, columns: 4, example: 'iso-languagecodes.txt' },
  { kind: 'countries', pattern: /^countryInfo/i, columns: 19, example: 'countryInfo.txt' },
  { kind: 'first regions', pattern: /^admin1Codes(?:ASCII)?/i, columns: 4, example: 'admin1CodesASCII.txt' },
  { kind: 'second regions', pattern: /^admin2Codes/i, columns: 4, example: 'admin2Codes.txt' },
  { kind: 'cities', pattern: /^(?:cities\d+|allCountries)/i, columns: 19, example: 'cities500.txt' },
  { kind: 'hierarchy', pattern: /^hierarchy/i, columns: 3, example: 'hierarchy.txt' },
  { kind: 'names', pattern: /^alternateNamesV2/i, columns: 10, example: 'alternateNamesV2.txt' },
  { kind: 'airports', pattern: /^airports[^/]*\.csv/i, columns: 0, example: 'airports.csv' },
];

export function kindOfFile(path: string): KindRule | undefined {
  const name = path.split(/[/\\]/).at(-1) ?? '';
  const isAirports = /^airports[^.]*\.(?:zip|gz)$/i.test(name);
  return FILE_KINDS.find(({ kind, pattern }) => pattern.test(name) || (isAirports && kind === 'airports'));
}

/** Chooses among the files of an archive: some hold a second one beside it. */
export function isEntryOf(rule: KindRule): (entry: string) => boolean {
  return entry => kindOfFile(entry) === rule;
}

export function kindNames(): string {
  return FILE_KINDS.map(({ example }) => example).join(', ');
}
