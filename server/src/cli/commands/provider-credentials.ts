/**
 * Reads the secrets of an account at a supplier from a file or a prompt. Secrets are not accepted on the command line,
 * because other users can see it and shells store it in their history. No message contains a secret.
 */
import { readFileSync, statSync } from 'node:fs';
import {
  type AccountField,
  accountFields,
  SUPPLIER_ACCOUNTS,
} from '@serai/contract/account/supplier-accounts.ts';
import { usageFailure } from '../frame/failure.ts';
import type { Terminal } from '../frame/terminal.ts';

export type Credentials = Record<string, string>;

/** Larger than any credentials file needs to be. */
const MAX_FILE_BYTES = 65_536;

export function secretFields(adapter: keyof typeof SUPPLIER_ACCOUNTS): AccountField[] {
  return accountFields(SUPPLIER_ACCOUNTS[adapter].credentials, true);
}

/**
 * Reads a JSON object, or lines such as `apiKey=…`. Lines that start with `#` are ignored. Returns all problems
 * together. If `isNew` is true, all fields must be present.
 */
export function readCredentialsFile(
  path: string,
  fields: readonly AccountField[],
  isNew: boolean,
): { credentials: Credentials; problems: readonly string[] } {
  const label = '--credentials-file:';
  const refused = (problem: string) => ({ credentials: {}, problems: [`${label} ${problem}`] });
  let text: string;
  try {
    const { mode, size } = statSync(path);
    // Windows does not support POSIX file modes and reports 0666.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      return refused(`Other users can read ${path}. Run: chmod 600 ${path}`);
    if (size > MAX_FILE_BYTES) return refused(`${path} is larger than ${MAX_FILE_BYTES} bytes.`);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return refused(`${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  const names = fields.map(({ name }) => name).join(', ');
  const read = text.trimStart().startsWith('{') ? parseObject(text) : parseLines(text);
  if (read === undefined)
    return refused(
      `${path} contains neither a JSON object with string values nor lines such as name=value. It needs ${names}.`,
    );
  const known = new Set(fields.map(({ name }) => name));
  const missing = isNew ? fields.filter(({ name }) => !Object.hasOwn(read, name)) : [];
  const problems = [
    ...Object.keys(read)
      .filter(name => !known.has(name))
      .map(name => `${label} ${path} has ${shownField(name, known)}. Use ${names}.`),
    ...missing.map(({ name }) => `${label} ${path} lacks the field ${name}.`),
    ...(!isNew && Object.keys(read).length === 0 ? [`${label} ${path} is empty. Use ${names}.`] : []),
  ];
  return { credentials: read, problems };
}

/**
 * An unknown name may be part of a secret, for example in a file that contains only the secret. It is therefore shown
 * only if it differs from a known name in case alone.
 */
function shownField(name: string, known: ReadonlySet<string>): string {
  const isMisspelt = [...known].some(each => each.toLowerCase() === name.toLowerCase());
  return isMisspelt ? `the unknown field ${name}` : 'an unknown field';
}

function parseObject(text: string): Credentials | undefined {
  try {
    const value = JSON.parse(text);
    return Object.values(value).every(each => typeof each === 'string') ? value : undefined;
  } catch {
    return undefined;
  }
}

function parseLines(text: string): Credentials | undefined {
  const lines = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'));
  const pairs = lines.map(line => /^([A-Za-z]\w{0,63})\s?=\s?(.+)$/.exec(line));
  if (pairs.includes(null)) return undefined;
  return Object.fromEntries(pairs.map(pair => [pair?.[1] ?? '', pair?.[2] ?? '']));
}

/**
 * Asks for each secret without showing what is typed. Unless `isNew` is true, an empty answer keeps the stored value.
 */
export async function askCredentials(
  { askSecret }: Pick<Terminal, 'askSecret'>,
  fields: readonly AccountField[],
  isNew: boolean,
): Promise<Credentials> {
  if (askSecret === undefined) {
    const names = fields.map(({ name }) => name).join(', ');
    throw usageFailure(
      `There is no terminal on which to ask for the credentials (${names}).`,
      'Write them to a file that only you can read, and pass its path with --credentials-file.',
    );
  }
  const credentials: Credentials = {};
  const missing: string[] = [];
  for (const { name, label } of fields) {
    const keep = isNew ? '' : ', or press Enter to keep the stored value';
    const typed = (await askSecret(`${label} (hidden${keep}): `)).trim();
    if (typed !== '') credentials[name] = typed;
    else if (isNew) missing.push(`${label} is required.`);
  }
  if (missing.length > 0) throw usageFailure('Nothing was changed.', undefined, missing);
  if (Object.keys(credentials).length === 0)
    throw usageFailure('Nothing was entered, so nothing was changed.');
  return credentials;
}
