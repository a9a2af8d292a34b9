/**
 * Checks every import, and the use of time, settings and SQL, against the rules. Pure: takes files and returns
 * violations.
 */
import { posix } from 'node:path';
import { findCycles } from './architecture/find-cycles.ts';
import { matchesGlob } from './architecture/matches-glob.ts';
import { isGenerated } from './architecture/read-sources.ts';
import {
  CONFINED,
  EMPTY_ENDINGS,
  EMPTY_NAMES,
  PARTS,
  type Part,
  PURE,
  SQL,
  TOO_LARGE,
} from './architecture/rules.ts';
import { lineOf, type ScannedSource, scanSource } from './architecture/scan-source.ts';

export interface Fault {
  rule: 'imports' | 'cycle' | 'pure' | 'large' | 'confined' | 'sql' | 'name';
  file: string;
  text: string;
}

type Sources = ReadonlyMap<string, string>;
type Scanned = ReadonlyMap<string, ScannedSource>;

const WORKSPACES: Record<string, string> = {
  '@serai/contract': 'contract/src',
  '@serai/server': 'server',
};

/** The SDK may be imported only through this file. */
const SDK = { name: '@serai/sdk', file: 'sdk/src/serai.ts' };

function matches(path: string, globs: readonly string[]): boolean {
  return globs.some(glob => matchesGlob(path, glob));
}

function partOf(path: string): Part | undefined {
  return PARTS.find(part => matches(path, part.files));
}

/** Returns a path from the root, `node:…`, or a package name. */
export function resolveImport(from: string, specifier: string): { file: string } | { module: string } {
  if (specifier.startsWith('.')) return { file: posix.join(posix.dirname(from), specifier) };
  if (specifier.startsWith('node:')) return { module: specifier };
  if (specifier === SDK.name) return { file: SDK.file };
  const name = specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1);
  const folder = WORKSPACES[name.join('/')];
  if (folder !== undefined) return { file: posix.join(folder, specifier.slice(name.join('/').length + 1)) };
  return { module: name.join('/') };
}

function mayImport(part: Part, from: string, to: string): boolean {
  if (part.imports === 'anything') return true;
  if (part.separateFolders !== undefined && to.startsWith(`${part.separateFolders}/`)) {
    const folder = (path: string) => path.slice((part.separateFolders ?? '').length + 1).split('/')[0];
    return folder(from) === folder(to);
  }
  const target = partOf(to);
  if (target === part) return true;
  return part.imports.some(allowed =>
    allowed.includes('/') ? matchesGlob(to, allowed) : target?.name === allowed,
  );
}

function* importFaults(file: string, { imports }: ScannedSource): Generator<Fault> {
  const part = partOf(file);
  if (part === undefined) {
    yield { rule: 'imports', file, text: 'belongs to no part of server/test/architecture/rules.ts' };
    return;
  }
  for (const { specifier, line } of imports) {
    const target = resolveImport(file, specifier);
    const allowed =
      'file' in target
        ? mayImport(part, file, target.file)
        : target.module.startsWith('node:')
          ? part.node !== false
          : (part.packages?.includes(target.module) ?? true);
    if (!allowed)
      yield { rule: 'imports', file, text: `line ${line}: ${part.name} may not import ${specifier}` };
  }
}

function impureModule(module: string): boolean {
  return !(module.startsWith('node:') ? PURE.nodeModules : PURE.packages).includes(module);
}

/**
 * Follows everything that a pure file imports. Type imports load nothing, but importing the type of a clock shows the
 * intent to use one.
 */
function* pureFaults(start: string, scanned: Scanned): Generator<Fault> {
  const seen = new Set<string>([start]);
  for (const file of seen) {
    for (const { specifier, typeOnly } of scanned.get(file)?.imports ?? []) {
      const target = resolveImport(file, specifier);
      const via = file === start ? '' : ` through ${file}`;
      const impure =
        'file' in target ? matches(target.file, PURE.never) : !typeOnly && impureModule(target.module);
      if (impure && !(typeOnly && file !== start)) {
        yield { rule: 'pure', file: start, text: `is pure, but imports ${specifier}${via}` };
      } else if ('file' in target && !typeOnly) seen.add(target.file);
    }
  }
}

/** Reports the import that leads to the package, in the file that can avoid it. */
function* largeFaults(start: string, scanned: Scanned): Generator<Fault> {
  for (const { specifier, typeOnly, line } of scanned.get(start)?.imports ?? []) {
    const target = resolveImport(start, specifier);
    const first = 'file' in target ? target.file : target.module;
    // Files that are checked themselves report their own imports.
    if (typeOnly || matches(first, TOO_LARGE.files)) continue;
    if (loads(first, scanned, TOO_LARGE.module)) {
      const text = `line ${line}: ${specifier} loads ${TOO_LARGE.module}; ${TOO_LARGE.instead}`;
      yield { rule: 'large', file: start, text };
    }
  }
}

function loads(first: string, scanned: Scanned, module: string): boolean {
  const seen = new Set([first]);
  for (const file of seen) {
    for (const { specifier, typeOnly } of scanned.get(file)?.imports ?? []) {
      const target = resolveImport(file, specifier);
      if (!typeOnly) seen.add('file' in target ? target.file : target.module);
    }
  }
  return seen.has(module);
}

function* confinedFaults(file: string, { code, imports }: ScannedSource): Generator<Fault> {
  for (const rule of CONFINED) {
    if (!matches(file, rule.within) || matches(file, rule.only)) continue;
    for (const { index } of code.matchAll(rule.code)) {
      yield { rule: 'confined', file, text: `line ${lineOf(code, index)}: ${rule.what}; ${rule.instead}` };
    }
    for (const { specifier, line } of imports) {
      if (rule.modules?.includes(specifier)) {
        yield { rule: 'confined', file, text: `line ${line}: ${rule.what} by ${specifier}; ${rule.instead}` };
      }
    }
  }
}

function* sqlFaults(file: string, { code, literals }: ScannedSource): Generator<Fault> {
  if (!matches(file, SQL.within) || matches(file, SQL.only)) return;
  for (const { start, value } of literals) {
    const tagged = code[start] === '`' && SQL.tag.test(code.slice(Math.max(0, start - 300), start));
    if (tagged || SQL.statement.test(value)) {
      yield { rule: 'sql', file, text: `line ${lineOf(code, start)}: SQL belongs in a *-store.ts` };
    }
  }
}

function* nameFaults(file: string): Generator<Fault> {
  const folders = file.split('/');
  const stem = (folders.pop() ?? '').split('.')[0] ?? '';
  const empty = EMPTY_NAMES.includes(stem) || EMPTY_ENDINGS.includes(stem.split('-').at(-1) ?? '');
  if (empty || folders.some(folder => EMPTY_NAMES.includes(folder))) {
    yield { rule: 'name', file, text: 'has a name that says nothing' };
  }
}

function* cycleFaults(scanned: Scanned): Generator<Fault> {
  const graph = new Map<string, string[]>();
  for (const [file, { imports }] of scanned) {
    const targets = imports.map(({ specifier }) => resolveImport(file, specifier));
    graph.set(
      file,
      targets.flatMap(target => ('file' in target && scanned.has(target.file) ? [target.file] : [])),
    );
  }
  for (const cycle of findCycles(graph)) {
    yield { rule: 'cycle', file: cycle[0] ?? '', text: `imports itself around: ${cycle.join(', ')}` };
  }
}

function isShippedTest(file: string): boolean {
  return partOf(file)?.name === 'tests';
}

export function checkArchitecture(sources: Sources): Fault[] {
  const scanned: Scanned = new Map([...sources].map(([file, text]) => [file, scanSource(text)]));
  const faults = [...cycleFaults(scanned)];
  for (const [file, source] of scanned) {
    faults.push(...importFaults(file, source));
    if (isGenerated(file)) continue;
    faults.push(...nameFaults(file));
    if (isShippedTest(file)) continue;
    faults.push(...confinedFaults(file, source), ...sqlFaults(file, source));
    if (matches(file, PURE.files) || PURE.claim.test(sources.get(file) ?? ''))
      faults.push(...pureFaults(file, scanned));
    if (matches(file, TOO_LARGE.files)) faults.push(...largeFaults(file, scanned));
  }
  return faults;
}

export function renderImportTable(): string {
  const code = (text: string) => `\`${text}\``;
  const rows = PARTS.map(({ name, files, imports, packages, node }) => {
    const allowed =
      imports === 'anything' ? 'anything' : imports.map(entry => (entry.includes('/') ? code(entry) : entry));
    const seen = allowed === 'anything' ? allowed : allowed.join(', ') || 'nothing';
    const npm = packages === undefined ? 'any declared' : packages.join(', ') || 'none';
    return `| ${name} | ${files.map(code).join(', ')} | ${seen} | ${npm}${node === false ? ', nor `node:`' : ''} |`;
  });
  return ['| part | files | may import, besides itself | packages |', '|---|---|---|---|', ...rows].join(
    '\n',
  );
}

/** Returns the page with the current table. The page is unchanged if it is up to date or has no place for the table. */
export function replaceImportTable(page: string): string {
  return page.replace(
    /(<!-- imports:begin -->\n)[\s\S]*?(\n<!-- imports:end -->)/,
    (_, begin: string, end: string) => begin + renderImportTable() + end,
  );
}
