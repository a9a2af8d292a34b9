/**
 * Lists all commands, in the order of the help. An operation in the contract that no file declares becomes a command
 * automatically. If possible, only the files for the first word that was typed are loaded, because loading the whole
 * contract takes time.
 */
import type { OperatorOperation } from '@serai/contract/operator-operation.ts';
import type { Command } from './frame/command.ts';

const LOADERS: Readonly<Record<string, () => Promise<readonly Command[]>>> = {
  serve: async () => [(await import('./commands/serve.ts')).serveCommand],
  'sign-in': async () => (await import('./commands/members.ts')).SIGN_IN_COMMANDS,
  partners: async () => (await import('./commands/partners.ts')).PARTNER_COMMANDS,
  keys: async () => (await import('./commands/keys.ts')).KEY_COMMANDS,
  security: async () => (await import('./commands/audit.ts')).SECURITY_COMMANDS,
  audit: async () => (await import('./commands/audit.ts')).AUDIT_COMMANDS,
  members: async () => (await import('./commands/members.ts')).MEMBER_COMMANDS,
  sessions: async () => (await import('./commands/members.ts')).SESSION_COMMANDS,
  reports: async () => (await import('./commands/billing-exports.ts')).REPORT_COMMANDS,
  statements: async () => (await import('./commands/billing-exports.ts')).STATEMENT_COMMANDS,
  operator: async () => (await import('./commands/partners.ts')).OPERATOR_COMMANDS,
  bookings: async () => (await import('./commands/bookings.ts')).BOOKING_COMMANDS,
  guests: async () => (await import('./commands/guests.ts')).GUEST_COMMANDS,
  hotels: async () => (await import('./commands/hotels.ts')).HOTEL_COMMANDS,
  inventory: async () => (await import('./commands/inventory.ts')).INVENTORY_COMMANDS,
  providers: async () => (await import('./commands/providers.ts')).PROVIDER_COMMANDS,
  jobs: async () => (await import('./commands/jobs.ts')).JOB_COMMANDS,
  webhooks: async () => (await import('./commands/webhooks.ts')).WEBHOOK_COMMANDS,
  events: async () => (await import('./commands/events.ts')).EVENT_COMMANDS,
  notices: async () => (await import('./commands/events.ts')).NOTICE_COMMANDS,
  requests: async () => (await import('./commands/requests.ts')).REQUEST_COMMANDS,
  usage: async () => (await import('./commands/usage.ts')).USAGE_COMMANDS,
  reference: async () => (await import('./commands/reference.ts')).REFERENCE_COMMANDS,
  import: async () => [
    (await import('./files/import-places.ts')).importPlacesCommand,
    (await import('./files/import-zones.ts')).importZonesCommand,
    (await import('./files/import-hotels.ts')).importHotelsCommand,
    (await import('./files/import-rates.ts')).importRatesCommand,
    (await import('./files/import-inventory.ts')).importInventoryCommand,
  ],
  export: async () => (await import('./files/export.ts')).EXPORT_COMMANDS,
  places: async () => (await import('./commands/hotels.ts')).PLACE_COMMANDS,
  sandbox: async () => (await import('./commands/sandbox.ts')).SANDBOX_COMMANDS,
  scenarios: async () => [(await import('./commands/scenarios.ts')).scenariosCommand],
  certify: async () => [(await import('./certify/certify.ts')).certifyCommand],
  status: async () => (await import('./commands/system.ts')).STATUS_COMMANDS,
  system: async () => (await import('./commands/system.ts')).SYSTEM_COMMANDS,
  settings: async () => [(await import('./commands/settings.ts')).settingsCommand],
  migrate: async () => [(await import('./commands/migrate.ts')).migrateCommand],
  backup: async () => (await import('./backup/backup.ts')).BACKUP_COMMANDS,
  restore: async () => [(await import('./backup/restore.ts')).restoreCommand],
  recovery: async () => (await import('./commands/recovery.ts')).RECOVERY_COMMANDS,
  doctor: async () => [(await import('./doctor/doctor.ts')).doctorCommand],
  organisations: async () => (await import('./commands/organisations.ts')).ORGANISATION_COMMANDS,
};

/**
 * The files of the contract with all operations of a word. They are loaded for a command that is not declared. For
 * other words, the whole contract is loaded.
 */
export const CONTRACT_FILES: Readonly<Record<string, () => Promise<readonly object[]>>> = {
  attention: () =>
    Promise.all([
      import('@serai/contract/account/attention.ts'),
      import('@serai/contract/account/take-case.ts'),
    ]),
  billing: () =>
    Promise.all([
      import('@serai/contract/billing/billing.ts'),
      import('@serai/contract/billing/payments.ts'),
      import('@serai/contract/billing/schedule.ts'),
    ]),
  bookings: () =>
    Promise.all([
      import('@serai/contract/account/bookings.ts'),
      import('@serai/contract/account/booking-support.ts'),
      import('@serai/contract/account/cancel-booking.ts'),
      import('@serai/contract/account/check-booking.ts'),
    ]),
  mapping: () =>
    Promise.all([import('@serai/contract/mapping/mapping.ts'), import('@serai/contract/mapping/merging.ts')]),
  pricing: () =>
    Promise.all([import('@serai/contract/pricing/rules.ts'), import('@serai/contract/pricing/explain.ts')]),
  reports: () =>
    Promise.all([
      import('@serai/contract/billing/reports.ts'),
      import('@serai/contract/billing/on-the-books.ts'),
    ]),
  statements: () => Promise.all([import('@serai/contract/billing/statements.ts')]),
  syncs: () => Promise.all([import('@serai/contract/mapping/syncs.ts')]),
};

/** Operations without a command, and why. Every other operation has a command. */
const WITHOUT_COMMAND: Readonly<Record<string, string>> = {
  'session/sign-up': 'Works only in a browser.',
  'session/sign-in': 'Works only in a browser.',
  'session/options': 'Works only in a browser.',
  'session/forgot-password': 'Works only in a browser.',
  'session/reset-password': 'Works only in a browser.',
  'session/show': 'The operator token has no session.',
  'session/confirm': 'The operator token has no session.',
  'session/switch': 'The operator token has no session.',
  'session/sign-out': 'The operator token has no session.',
  'account/show': 'The operator token has no account.',
  'account/update': 'The operator token has no account.',
  'account/change-password': 'The operator token has no account.',
  'second-factor/begin': 'The operator token has no account.',
  'second-factor/enable': 'The operator token has no account.',
  'second-factor/disable': 'The operator token has no account.',
  'inventory/import': 'serai import inventory reads larger files and reports progress.',
  'inventory/export': 'serai export inventory writes larger files and reports progress.',
};

/** Returns the declared commands that start with this word, or undefined if there are none. */
export async function declaredCommands(word: string): Promise<readonly Command[] | undefined> {
  return new Map(Object.entries(LOADERS)).get(word)?.();
}

/** Returns the commands that start with this word and are not declared, or none if the files of the word are unknown. */
export async function derivedCommands(
  word: string,
  declared: readonly Command[],
): Promise<readonly Command[]> {
  const files = (await new Map(Object.entries(CONTRACT_FILES)).get(word)?.()) ?? [];
  const operations = files.flatMap(file => Object.values(file)).filter(isOperation);
  return derive(
    operations.filter(({ name }) => name.startsWith(`${word}/`)),
    declared,
  );
}

/** In tests, `operations` replaces the operations in the contract. */
export async function everyCommand(operations?: readonly OperatorOperation[]): Promise<readonly Command[]> {
  const declared = (await Promise.all(Object.values(LOADERS).map(load => load()))).flat();
  const { OPERATOR_OPERATIONS } = await import('@serai/contract/operator-operations.ts');
  return inGroups([...declared, ...(await derive(operations ?? OPERATOR_OPERATIONS, declared))]);
}

async function derive(
  operations: readonly OperatorOperation[],
  declared: readonly Command[],
): Promise<Command[]> {
  const covered = new Set(declared.flatMap(command => command.operations ?? []));
  const { operationCommand } = await import('./derived/operation-command.ts');
  return operations
    .filter(({ name }) => !covered.has(name) && !(name in WITHOUT_COMMAND))
    .map(operation => operationCommand(operation));
}

function isOperation(exported: unknown): exported is OperatorOperation {
  return typeof exported === 'object' && exported !== null && 'permission' in exported && 'name' in exported;
}

/** Keeps commands with the same first word together. */
function inGroups(commands: readonly Command[]): Command[] {
  const groups = new Map<string, Command[]>();
  for (const command of commands) {
    const [word = ''] = command.name.split(' ');
    groups.set(word, [...(groups.get(word) ?? []), command]);
  }
  return [...groups.values()].flat();
}
