/** Every command by its first word, in the order of help. Only the files of a word that was typed are loaded. */
import type { Command } from './frame/command.ts';

const LOADERS: Readonly<Record<string, () => Promise<readonly Command[]>>> = {
  serve: async () => [(await import('./serve.ts')).serveCommand],
  'sign-in': async () => [(await import('./sign-in.ts')).signInCommand],
  keys: async () => (await import('./keys/key-commands.ts')).KEY_COMMANDS,
  security: async () => [(await import('./security/security.ts')).securityCommand],
  audit: async () => [(await import('./audit/audit.ts')).auditCommand],
  members: async () => (await import('./members/member-commands.ts')).MEMBER_COMMANDS,
  sessions: async () => [
    (await import('./sessions/list.ts')).sessionsListCommand,
    (await import('./sessions/end.ts')).sessionsEndCommand,
  ],
  organisations: async () => (await import('./organisations/organisation-commands.ts')).ORGANISATION_COMMANDS,
  bookings: async () => (await import('./bookings/booking-commands.ts')).BOOKING_COMMANDS,
  guests: async () => (await import('./guests/guest-commands.ts')).GUEST_COMMANDS,
  hotels: async () => (await import('./hotels/hotels.ts')).HOTEL_COMMANDS,
  inventory: async () => (await import('./inventory/inventory-commands.ts')).INVENTORY_COMMANDS,
  providers: async () => (await import('./providers/provider-commands.ts')).PROVIDER_COMMANDS,
  jobs: async () => (await import('./jobs/job-commands.ts')).JOB_COMMANDS,
  webhooks: async () => (await import('./webhooks/webhook-commands.ts')).WEBHOOK_COMMANDS,
  events: async () => [
    (await import('./events/events.ts')).eventsCommand,
    (await import('./events/show.ts')).eventsShowCommand,
  ],
  notices: async () => [(await import('./notices/notices.ts')).noticesCommand],
  requests: async () => (await import('./requests/request-commands.ts')).REQUEST_COMMANDS,
  usage: async () => (await import('./usage/usage-commands.ts')).USAGE_COMMANDS,
  reference: async () => (await import('./reference/reference-commands.ts')).REFERENCE_COMMANDS,
  import: async () => [
    (await import('./import-places.ts')).importPlacesCommand,
    (await import('./import-zones.ts')).importZonesCommand,
    (await import('./import-hotels.ts')).importHotelsCommand,
    (await import('./rates/import.ts')).importRatesCommand,
    (await import('./inventory/import.ts')).importInventoryCommand,
  ],
  export: async () => (await import('./export.ts')).EXPORT_COMMANDS,
  places: async () => [(await import('./places/search.ts')).placesSearchCommand],
  sandbox: async () => (await import('./sandbox/sandbox-commands.ts')).SANDBOX_COMMANDS,
  scenarios: async () => [(await import('./scenarios/scenarios.ts')).scenariosCommand],
  certify: async () => [(await import('./certify/certify.ts')).certifyCommand],
  status: async () => [(await import('./system/status.ts')).statusCommand],
  system: async () => [(await import('./system/rotate-signing-key.ts')).rotateSigningKeyCommand],
  settings: async () => [(await import('./settings.ts')).settingsCommand],
  migrate: async () => [(await import('./migrate.ts')).migrateCommand],
  backup: async () => [
    (await import('./backup/backup.ts')).backupCommand,
    (await import('./backup/backup-verify.ts')).backupVerifyCommand,
  ],
  restore: async () => [(await import('./backup/restore.ts')).restoreCommand],
  recovery: async () => (await import('./recovery/recovery-commands.ts')).RECOVERY_COMMANDS,
  doctor: async () => [(await import('./doctor.ts')).doctorCommand],
};

export async function everyCommand(): Promise<readonly Command[]> {
  return (await Promise.all(Object.values(LOADERS).map(load => load()))).flat();
}

/** Those that begin with this word; every one when none does, so that the nearest can be named. */
export function commandsFrom(word = ''): Promise<readonly Command[]> {
  const load = new Map(Object.entries(LOADERS)).get(word) ?? everyCommand;
  return load();
}
