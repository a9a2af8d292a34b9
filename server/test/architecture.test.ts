import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSources, repositoryRoot } from './architecture/read-sources.ts';
import { checkArchitecture, renderImportTable, replaceImportTable } from './architecture.ts';

function broken(files: Record<string, string>): string[] {
  return checkArchitecture(new Map(Object.entries(files))).map(({ rule, file }) => `${rule} ${file}`);
}

function imports(file: string, specifier: string): Record<string, string> {
  return { [file]: `import { a } from '${specifier}';` };
}

test('the repository follows every architecture rule', () => {
  const faults = checkArchitecture(readSources());
  expect(faults.map(({ file, text }) => `${file} ${text}`)).toEqual([]);
});

test('the architecture check reads the files of the contract, the server and the tools', () => {
  const files = [...readSources().keys()];
  expect(files).toContain('contract/src/operation.ts');
  expect(files).toContain('server/src/platform/clock.ts');
  expect(files).toContain('tools/install.mjs');
});

test('ARCHITECTURE.md shows the current dependency table (npm run fix updates it)', () => {
  const page = readFileSync(join(repositoryRoot, 'ARCHITECTURE.md'), 'utf8');
  expect(page).toContain(`<!-- imports:begin -->\n${renderImportTable()}\n<!-- imports:end -->`);
});

test('replaceImportTable replaces an outdated dependency table and leaves the text around it unchanged', () => {
  const outdated = 'before\n<!-- imports:begin -->\n| old |\n<!-- imports:end -->\nafter\n';
  const page = replaceImportTable(outdated);
  expect(page.startsWith('before\n<!-- imports:begin -->\n| part |')).toBe(true);
  expect(page.endsWith('|\n<!-- imports:end -->\nafter\n')).toBe(true);
  expect(replaceImportTable(page)).toBe(page);
});

describe('import rules', () => {
  const areas = ['gateway', 'booking', 'content', 'webhooks', 'account', 'mapping', 'sandbox'];
  const pairs = areas.flatMap(from => areas.filter(to => to !== from).map(to => [from, to] as const));

  test.each(pairs)('the area %s may not import from %s, not even types', (from, to) => {
    const file = `server/src/${from}/operations/a.ts`;
    expect(broken(imports(file, `../../${to}/b.ts`))).toEqual([`imports ${file}`]);
    expect(broken({ [file]: `import type { A } from '../../${to}/b.ts';` })).toEqual([`imports ${file}`]);
    expect(broken({ [file]: `export { a } from '@serai/server/src/${to}/b.ts';` })).toEqual([
      `imports ${file}`,
    ]);
  });

  test.each([
    ['server/src/platform/a.ts', '../gateway/b.ts'],
    ['server/src/platform/a.ts', '../config.ts'],
    ['server/src/platform/a.ts', '../app.ts'],
    ['contract/src/a.ts', '../../server/src/platform/clock.ts'],
    ['contract/src/a.ts', 'lru-cache'],
    ['sdk/src/a.ts', '@serai/contract/errors.ts'],
    ['sdk/src/a.ts', 'zod'],
    ['sdk/src/a.ts', 'node:crypto'],
    ['server/src/booking/suppliers/one/adapter.ts', '../two/client.ts'],
    ['server/src/booking/suppliers/one/adapter.ts', '../../booking-store.ts'],
    ['server/src/gateway/a.ts', '../config.ts'],
    ['server/src/gateway/a.ts', '../app.ts'],
    ['server/src/gateway/a.ts', '../cli/keys.ts'],
    ['server/src/cli/keys.ts', '../account/key-store.ts'],
    ['server/src/cli/keys.ts', '../main.ts'],
    ['server/src/main.ts', './gateway/pipeline.ts'],
    ['server/src/backend.ts', './gateway/pipeline.ts'],
    ['dashboard/src/app/frame.tsx', '../../../server/src/app.ts'],
    ['dashboard/src/features/one/one-page.tsx', '../two/two-page.tsx'],
    ['dashboard/src/features/one/one-page.tsx', '../../app/routes.tsx'],
    ['dashboard/src/components/a.tsx', '../features/one/b.tsx'],
    ['dashboard/src/lib/a.ts', '../components/b.tsx'],
    ['e2e/support.ts', '../server/src/app.ts'],
    ['examples/search.ts', '../contract/src/errors.ts'],
    ['examples/search.ts', '@serai/contract/errors.ts'],
    ['examples/search.ts', '@serai/sdk/client/connection.ts'],
    ['examples/search.ts', 'zod'],
    ['server/src/gateway/a.ts', '../../test/manual-clock.ts'],
  ])('the file %s may not import %s', (file, specifier) => {
    expect(broken(imports(file, specifier))).toContain(`imports ${file}`);
  });

  test('the architecture check reports a file that belongs to no part of the repository', () => {
    expect(broken({ 'server/extra/a.ts': '' })).toEqual(['imports server/extra/a.ts']);
  });
});

test.each([
  ['server/src/app.ts', './gateway/pipeline.ts'],
  ['server/src/app.ts', './booking/suppliers/one/adapter.ts'],
  ['server/src/main.ts', './cli/keys.ts'],
  ['server/src/cli/serve.ts', '../app.ts'],
  ['server/src/gateway/a.ts', '../platform/clock.ts'],
  ['server/src/gateway/a.ts', '@serai/contract/errors.ts'],
  ['server/src/gateway/a.ts', './limits/b.ts'],
  ['server/src/gateway/a.ts', 'lru-cache'],
  ['dashboard/src/app/routes.tsx', '../features/one/one-page.tsx'],
  ['dashboard/src/features/one/one-page.tsx', '../../components/a.tsx'],
  ['server/src/booking/suppliers/registry.ts', './one/adapter.ts'],
  ['server/src/booking/suppliers/one/adapter.ts', './client.ts'],
  ['server/src/booking/suppliers/one/adapter.ts', '../../port/supplier.ts'],
  ['server/src/booking/suppliers/one/adapter.ts', '../../../platform/http/client.ts'],
  ['server/src/gateway/a.test.ts', '../booking/b.ts'],
  ['contract/src/a.ts', 'zod'],
  ['sdk/src/client.ts', './generated/operations.ts'],
  ['sdk/src/client.test.ts', 'node:crypto'],
  ['examples/search.ts', '@serai/sdk'],
  ['examples/receive.ts', 'node:http'],
])('the file %s may import %s', (file, specifier) => {
  expect(broken(imports(file, specifier))).toEqual([]);
});

test('the architecture check finds cycles through types and across folders', () => {
  expect(
    broken({
      'server/src/gateway/a.ts': "import type { B } from './limits/b.ts';",
      'server/src/gateway/limits/b.ts': "import { a } from '../a.ts';",
    }),
  ).toEqual(['cycle server/src/gateway/a.ts']);
});

describe('pure files', () => {
  const pure = 'server/src/gateway/limits/limiter.ts';
  const CLAIM = '/** Windows and nothing else. Pure: no clock. */\n';
  const pureImport = (specifier: string) => ({ [pure]: `${CLAIM}import { a } from '${specifier}';` });

  test.each(['node:fs', 'node:http', 'node:child_process', 'ioredis', 'pino', '../../platform/clock.ts'])(
    'pure files may not load %s, directly or through another file',
    specifier => {
      expect(broken(pureImport(specifier))).toContain(`pure ${pure}`);
      const through = { ...pureImport('./b.ts'), ...imports('server/src/gateway/limits/b.ts', specifier) };
      expect(broken(through)).toContain(`pure ${pure}`);
    },
  );

  test('pure files may not import the type of a clock', () => {
    expect(broken({ [pure]: `${CLAIM}import type { Clock } from '../../platform/clock.ts';` })).toEqual([
      `pure ${pure}`,
    ]);
  });

  test('pure files may use hashes, other pure files, and any types except that of a clock', () => {
    const text = `${CLAIM}import type { A } from 'ioredis'; import { createHash } from 'node:crypto'; import './b.ts';`;
    expect(broken({ [pure]: text, 'server/src/gateway/limits/b.ts': "import 'zod';" })).toEqual([]);
  });

  test('a file is pure only if its first comment says so, but every file of the contract is pure', () => {
    expect(broken({ [pure]: "/** Reads. */\nimport 'node:fs';\n/** Pure. */" })).toEqual([]);
    expect(broken({ 'contract/src/a.ts': "import 'node:fs';" })).toEqual(['pure contract/src/a.ts']);
  });
});

describe('the dashboard and zod', () => {
  const page = 'dashboard/src/features/one/one-page.tsx';
  const contract = {
    ...imports('contract/src/a.ts', './b.ts'),
    'contract/src/b.ts': "import { z } from 'zod';",
    'contract/src/limits.ts': "import type { B } from './b.ts';",
  };

  test.each(['zod', '@serai/contract/b.ts', '@serai/contract/a.ts'])(
    'the dashboard may not load zod, and %s does',
    specifier => {
      const [fault] = checkArchitecture(
        new Map(Object.entries({ ...contract, ...imports(page, specifier) })),
      );
      expect(fault).toMatchObject({ rule: 'large', file: page });
      expect(fault?.text).toContain(`line 1: ${specifier} loads zod; import only types from there`);
    },
  );

  test('the dashboard may import types from files with schemas, and anything from files without them', () => {
    const text =
      "import type { A } from '@serai/contract/a.ts'; import { b } from '@serai/contract/limits.ts';";
    expect(broken({ ...contract, [page]: text })).toEqual([]);
    expect(broken({ ...contract, 'dashboard/src/a.test.ts': "import '@serai/contract/a.ts';" })).toEqual([]);
  });
});

describe('confined code', () => {
  const file = 'server/src/gateway/a.ts';

  test.each([
    'process.env.PORT',
    'process . env',
    'const { env } = process;',
    'Date.now()',
    'const now = Date.now;',
    'new Date()',
    'new Date( )',
    'new Date;',
    'Date()',
    'performance.now()',
    'process.hrtime.bigint()',
    'setTimeout(run, 5)',
    'setInterval(run, 5)',
    'AbortSignal.timeout(5)',
    'Math.random()',
    "import { setTimeout } from 'node:timers/promises';",
    "import { env } from 'node:process';",
  ])('the architecture check rejects %s outside its designated place', text => {
    expect(broken({ [file]: text })).toContain(`confined ${file}`);
  });

  test.each([
    'new Date(0)',
    'new Date(clock.nowMs())',
    'socket.setTimeout(5)',
    '// Date.now()',
    "const text = 'Date.now()';",
    'type A = Date;',
    'value instanceof Date',
    'clearTimeout(handle)',
  ])('the architecture check allows %s anywhere', text => {
    expect(broken({ [file]: text })).toEqual([]);
  });

  test('the architecture check allows confined code in its designated place and in tests', () => {
    expect(broken({ 'server/src/platform/clock.ts': 'Date.now()' })).toEqual([]);
    expect(broken({ 'server/src/config.ts': 'process.env' })).toEqual([]);
    expect(broken({ 'server/src/gateway/a.test.ts': 'Date.now(); process.env; sql`select 1`' })).toEqual([]);
  });
});

describe('SQL', () => {
  test.each([
    'sql`select 1`',
    'await sql<Row[]>`select ${id}`',
    'tx<{ id: string }[]>`delete from a`',
    'db`anything`',
    "connection.unsafe('select a from b')",
    'query("INSERT INTO a values (1)")',
    'run(`update keys set name = ${name}`)',
    'run(`\n  with old as (delete from a returning *) select 1`)',
  ])('the architecture check finds SQL outside a store: %s', text => {
    const file = 'server/src/gateway/a.ts';
    expect(broken({ [file]: text })).toContain(`sql ${file}`);
    expect(broken({ 'server/src/gateway/key-store.ts': text })).toEqual([]);
    expect(broken({ 'server/src/platform/database/connect.ts': text })).toEqual([]);
  });

  test.each([
    'sql.begin(async tx => save(tx, key))',
    "const text = 'Select a hotel from the list';",
    'const text = `update ${name}`;',
  ])('the architecture check does not mistake %s for SQL', text => {
    expect(broken({ 'server/src/gateway/a.ts': text })).toEqual([]);
  });
});

test.each([
  'utils.ts',
  'helpers.ts',
  'types.ts',
  'common.ts',
  'manager.ts',
  'service.ts',
  'index.ts',
  'index.test.ts',
  'booking-service.ts',
  'date-utils.ts',
  'utils/dates.ts',
])('the architecture check reports the file name %s', name => {
  expect(broken({ [`server/src/gateway/${name}`]: '' })).toEqual([`name server/src/gateway/${name}`]);
});

test.each(['place-index.ts', 'event-types.ts', 'key-format.ts'])(
  'the architecture check accepts the file name %s',
  name => {
    expect(broken({ [`server/src/gateway/${name}`]: '' })).toEqual([]);
  },
);
