/** A line of GeoNames' alternateNamesV2.txt: 10 columns. Pure. */
import { clip, parseGeonameId } from './city-line.ts';

export interface AlternateName {
  geonameId: number;
  name: string;
  language: string;
  kind: 'name' | 'code' | 'historic' | 'colloquial';
  isPreferred: boolean;
}

export type AlternateLine =
  | { kind: 'name'; nameId: number; name: AlternateName }
  | { kind: 'other'; nameId: number }
  | { kind: 'problem'; problem: string };

const COLUMNS = 10;
const MAX_NAME_LENGTH = 200;
/** Links, postal codes and codes of other trades. */
const NO_NAMES = new Set(['link', 'post', 'wkdt', 'unlc', 'icao', 'faac', 'tcid', 'uicn', 'phon', 'piny']);

/** `shortOf` knows codes of three letters; where it does not, the system's language data do. */
export function parseAlternateLine(line: string, shortOf: ReadonlyMap<string, string>): AlternateLine {
  const fields = line.split('\t');
  if (fields.length !== COLUMNS) {
    return { kind: 'problem', problem: `${fields.length} columns instead of ${COLUMNS}` };
  }
  const nameId = parseGeonameId(fields[0]);
  if (nameId === undefined) return { kind: 'problem', problem: `"${clip(fields[0])}" is no id of a name` };
  const geonameId = parseGeonameId(fields[1]);
  if (geonameId === undefined) return { kind: 'problem', problem: `"${clip(fields[1])}" is no GeoNames id` };
  const [, , code = '', text = '', preferred, , colloquial, historic] = fields;
  const name = text.trim();
  if (NO_NAMES.has(code) || name === '' || name.length > MAX_NAME_LENGTH) return { kind: 'other', nameId };
  const isCode = code === 'iata';
  if (isCode && !/^[A-Z0-9]{3}$/.test(name)) return { kind: 'other', nameId };
  const kind = isCode ? 'code' : historic === '1' ? 'historic' : colloquial === '1' ? 'colloquial' : 'name';
  const language = isCode ? 'und' : languageTag(code, shortOf);
  return { kind: 'name', nameId, name: { geonameId, name, language, kind, isPreferred: preferred === '1' } };
}

const tags = new Map<string, string>();

function languageTag(code: string, shortOf: ReadonlyMap<string, string>): string {
  const known = tags.get(code);
  if (known !== undefined && shortOf.size === 0) return known;
  const tag = shortOf.get(code) ?? canonicalTag(code);
  tags.set(code, tag);
  return tag;
}

/** `und` for what is no language, such as `abbr` or `fr_1793`. */
function canonicalTag(code: string): string {
  if (!/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(code)) return 'und';
  try {
    return Intl.getCanonicalLocales(code)[0] ?? 'und';
  } catch {
    return 'und';
  }
}
