/**
 * The architecture rules as data: which part may import which other part, and what may be used where. ARCHITECTURE.md
 * shows the table.
 */

export interface Part {
  name: string;
  /** A file belongs to the first part with a matching pattern. */
  files: string[];
  /**
   * Names of parts, or file patterns if only some files of a part may be imported. A part may always import its
   * own files.
   */
  imports: string[] | 'anything';
  /** npm packages that may be imported. Undefined allows every package that the part's package.json declares. */
  packages?: string[];
  /** False if the code must run without Node.js. */
  node?: false;
  /** Each direct subfolder of this folder is a separate part. */
  separateFolders?: string;
}

const BELOW_AREAS = ['contract', 'platform'];

export const PARTS: Part[] = [
  {
    name: 'tests',
    files: ['**/*.test.ts', '**/*.test.tsx', '*/test/**', '**/conformance/**', '**/*conformance.ts'],
    imports: 'anything',
  },
  { name: 'contract', files: ['contract/src/**'], imports: [], packages: ['zod'] },
  { name: 'sdk', files: ['sdk/src/**'], imports: [], packages: [], node: false },
  { name: 'platform', files: ['server/src/platform/**'], imports: ['contract'] },
  {
    name: 'a supplier',
    files: ['server/src/booking/suppliers/*/**'],
    separateFolders: 'server/src/booking/suppliers',
    imports: [...BELOW_AREAS, 'server/src/booking/port/**'],
  },
  { name: 'gateway', files: ['server/src/gateway/**'], imports: BELOW_AREAS },
  { name: 'booking', files: ['server/src/booking/**'], imports: [...BELOW_AREAS, 'a supplier'] },
  { name: 'content', files: ['server/src/content/**'], imports: BELOW_AREAS },
  { name: 'webhooks', files: ['server/src/webhooks/**'], imports: BELOW_AREAS },
  { name: 'account', files: ['server/src/account/**'], imports: BELOW_AREAS },
  { name: 'pricing', files: ['server/src/pricing/**'], imports: BELOW_AREAS },
  { name: 'billing', files: ['server/src/billing/**'], imports: BELOW_AREAS },
  {
    name: 'mapping',
    files: ['server/src/mapping/**'],
    // Suppliers describe their hotels in the terms of the supplier port.
    imports: [...BELOW_AREAS, 'server/src/booking/port/supplied-content.ts'],
  },
  { name: 'sandbox', files: ['server/src/sandbox/**'], imports: BELOW_AREAS },
  { name: 'agents', files: ['server/src/agents/**'], imports: BELOW_AREAS },
  {
    name: 'config',
    files: ['server/src/config.ts', 'server/src/settings-table.ts', 'server/src/setting-parsers.ts'],
    imports: BELOW_AREAS,
  },
  {
    name: 'app',
    files: ['server/src/app.ts', 'server/src/app/**'],
    imports: [
      ...BELOW_AREAS,
      'config',
      'start',
      'reference',
      'gateway',
      'booking',
      'content',
      'webhooks',
      'account',
      'pricing',
      'billing',
      'mapping',
      'sandbox',
      'agents',
      'a supplier',
    ],
  },
  {
    name: 'cli',
    files: ['server/src/cli/**'],
    imports: [
      ...BELOW_AREAS,
      'config',
      'app',
      'start',
      'backup',
      // Commands that import files, and commands about a recovery, use the database directly, without the running service.
      'server/src/content/place-data/**',
      'server/src/content/catalogue-files/**',
      'server/src/booking/rates/**',
      'server/src/booking/recovery/**',
      'server/src/booking/suppliers/own-inventory/files/**',
      // `webhooks listen` signs the events it forwards in the same way as deliveries.
      'server/src/webhooks/sending/signing.ts',
      // `certify` runs the scenarios in the same way as the dashboard does.
      'server/src/sandbox/certify/**',
    ],
  },
  {
    name: 'backup',
    files: ['server/src/backup/**'],
    // Backup copies the rows of every area unchanged. Booking defines what must be true for bookings after a restore.
    imports: [...BELOW_AREAS, 'start', 'server/src/booking/recovery/**', 'server/src/booking/guests/**'],
  },
  { name: 'main', files: ['server/src/main.ts'], imports: [...BELOW_AREAS, 'config', 'app', 'start', 'cli'] },
  { name: 'reference', files: ['server/src/reference/**'], imports: BELOW_AREAS },
  { name: 'start', files: ['server/src/*.ts'], imports: [...BELOW_AREAS, 'config', 'app'] },
  { name: 'dashboard lib', files: ['dashboard/src/lib/**'], imports: ['contract'] },
  {
    name: 'dashboard components',
    files: ['dashboard/src/components/**', 'dashboard/src/styles/**'],
    imports: ['contract', 'dashboard lib'],
  },
  {
    name: 'a page',
    files: ['dashboard/src/features/*/**'],
    separateFolders: 'dashboard/src/features',
    imports: ['contract', 'dashboard lib', 'dashboard components'],
  },
  {
    name: 'dashboard',
    files: ['dashboard/**'],
    imports: ['contract', 'dashboard lib', 'dashboard components', 'a page'],
  },
  { name: 'examples', files: ['examples/**'], imports: ['sdk/src/serai.ts'], packages: [] },
  { name: 'e2e', files: ['e2e/**'], imports: ['contract', 'sdk', 'tools'] },
  { name: 'bench', files: ['bench/**'], imports: 'anything' },
  { name: 'faults', files: ['faults/**'], imports: 'anything' },
  {
    name: 'tools',
    files: ['tools/**', 'server/bin/**', 'sdk/build.mjs', '*.config.ts'],
    imports: 'anything',
  },
];

/** Code that may only appear in certain files. */
export interface Confined {
  what: string;
  code: RegExp;
  /** Modules that provide the same thing in another way. */
  modules?: string[];
  within: string[];
  only: string[];
  instead: string;
}

const SHIPPED = ['contract/src/**', 'server/src/**'];

export const CONFINED: Confined[] = [
  {
    what: 'process.env',
    code: /\bprocess\s*\.\s*env\b|\{[^}]*\benv\b[^}]*\}\s*=\s*process\b/g,
    modules: ['node:process'],
    within: SHIPPED,
    only: ['server/src/config.ts'],
    instead: 'take the setting from config.ts as an argument',
  },
  {
    what: 'the current time or a timer',
    code: /\bDate\s*\.\s*now\b|\bnew\s+Date\b\s*(?:\(\s*\)|(?!\s*\())|(?<!new\s+)\bDate\s*\(\s*\)|\bperformance\s*\.\s*now\b|\bhrtime\b|(?<![.\w])(?:setTimeout|setInterval)\b|\bAbortSignal\s*\.\s*timeout\b/g,
    modules: ['node:timers', 'node:timers/promises'],
    within: SHIPPED,
    // The embedded database is a real process. Waiting for it blocks our process, and a test's clock cannot speed it
    // up.
    only: ['server/src/platform/clock.ts', 'server/src/platform/database/embedded/**'],
    instead: 'take a Clock',
  },
  {
    what: 'Math.random',
    code: /\bMath\s*\.\s*random\b/g,
    within: SHIPPED,
    only: [],
    instead: 'use node:crypto',
  },
];

export const SQL = {
  within: SHIPPED,
  only: ['**/*-store.ts', 'server/src/platform/database/**'],
  /** Matches the database handle before a template literal, with or without a row type. */
  tag: /\b(?:sql|tx|db|database|transaction)\s*(?:<[^;`]*>)?\s*$/,
  statement:
    /^\s*(?:select\b[\s\S]*\bfrom\b|SELECT\b[\s\S]*\bFROM\b|insert\s+into\b|INSERT\s+INTO\b|delete\s+from\b|DELETE\s+FROM\b|update\s+[\w."]+\s+set\b|UPDATE\s+[\w."]+\s+SET\b|with\s+\w+\s+as\s*\(|WITH\s+\w+\s+AS\s*\()/,
};

/** Rules for pure code, which depends only on its arguments and returns the same result on any machine at any time. */
export const PURE = {
  /** In addition, every file whose first comment contains the word "Pure". */
  files: ['contract/src/**', 'server/src/booking/suppliers/*/mapping.ts'],
  claim: /^\/\*\*(?:(?!\*\/)[\s\S])*\bPure\b/,
  nodeModules: ['node:assert', 'node:buffer', 'node:crypto', 'node:net', 'node:util', 'node:zlib'],
  packages: ['zod', 'any-ascii', 'libphonenumber-js'],
  never: ['server/src/platform/clock.ts', 'server/src/platform/log.ts'],
};

/** A package that is too large for the browser, so that these files may not load it, not even through the contract. */
export const TOO_LARGE = {
  files: ['dashboard/src/**'],
  module: 'zod',
  instead:
    'import only types from there, and move the constant or function to a file of the contract without schemas, such as contract/src/account/account-limits.ts',
};

/** Names that carry no meaning. */
export const EMPTY_NAMES = [
  'utils',
  'util',
  'helpers',
  'helper',
  'types',
  'common',
  'manager',
  'service',
  'index',
];
export const EMPTY_ENDINGS = ['utils', 'util', 'helpers', 'helper', 'manager', 'service'];
