/**
 * The commands `serai recovery …`, which show, begin and finish a recovery after a restore. They use the database
 * directly.
 */
import { erasureFile } from '../../app/erasure-file.ts';
import { settleRestored } from '../../backup/settle-restored.ts';
import {
  type ComparedProvider,
  findOpenRecovery,
  finishByOperator,
  listCompared,
  type OpenRecovery,
} from '../../booking/recovery/recovery-store.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { getMasterKey } from '../backup/owner-database.ts';
import { type Command, defineCommand } from '../frame/command.ts';
import { CliFailure, EXIT } from '../frame/failure.ts';
import { onDatabase } from '../frame/on-database.ts';
import { counted } from '../frame/progress.ts';
import type { Style } from '../text/style.ts';
import { type Cell, table } from '../text/table.ts';

const statusCommand = defineCommand({
  name: 'recovery status',
  summary: 'Show the progress of the comparison with providers after a restore.',
  description: 'The exit code is 1 while a recovery is in progress.',
  examples: ['serai recovery status', 'serai recovery status --json'],
  async run({ config, json, terminal, style }) {
    const found = await onDatabase(config().settings, async db => {
      const recovery = await findOpenRecovery(db);
      return recovery && { recovery, providers: await listCompared(db, recovery.recovery_id) };
    });
    if (json)
      terminal.out(`${JSON.stringify(found ? view(found.recovery, found.providers) : { open: false })}\n`);
    else
      terminal.out(
        found ? statusText(found.recovery, found.providers, style) : 'No recovery is in progress.\n',
      );
    return found ? EXIT.failed : EXIT.ok;
  },
});

const beginCommand = defineCommand({
  name: 'recovery begin',
  summary: 'Begin the recovery of a database that was restored without serai restore.',
  description:
    'Use this command if you restored the database server from its archive or with pgBackRest. Run it while the service is stopped. Before the service accepts new bookings, it looks up bookings from the lost period at the providers. serai restore begins the recovery automatically.',
  options: {
    'restored-to': {
      type: 'time',
      required: true,
      description: 'The time to which the database was restored.',
    },
  },
  examples: ['serai recovery begin --restored-to 2026-11-15T03:00:00Z'],
  // With a time in the future, nothing would be compared.
  check: ({ 'restored-to': restoredTo }, _, nowMs) =>
    restoredTo !== undefined && Date.parse(restoredTo) > nowMs
      ? ['--restored-to must not be in the future.']
      : [],
  async run({ options, config, json, terminal }) {
    const { settings } = config();
    const masterKey = await getMasterKey(settings);
    const settled = await onDatabase(settings, db =>
      inTransaction(db, async tx => {
        if (await findOpenRecovery(tx))
          throw new CliFailure(EXIT.failed, 'A recovery is already in progress.');
        return settleRestored(
          tx,
          { takenAt: options['restored-to'] },
          { masterKey, erasureFile: erasureFile(settings) },
        );
      }),
    );
    const { bookings, erasures } = settled;
    terminal.out(
      json
        ? `${JSON.stringify(settled)}\n`
        : `At its next start, the service compares its bookings with the providers. Bookings that may have changed since --restored-to: ${counted(bookings)}. Their versions were raised by 1,000. Repeated guest erasures: ${counted(erasures.erased)}.\n`,
    );
    return EXIT.ok;
  },
});

const finishCommand = defineCommand({
  name: 'recovery finish',
  summary: 'Finish a recovery before every provider has been compared.',
  description:
    "The service accepts bookings and cancellations again within a second. Reservations at providers that were not compared stay unknown, so look for them in the providers' systems. Without --yes the command only shows which providers have not been compared.",
  options: { yes: { type: 'flag', description: 'Finish the recovery.' } },
  examples: ['serai recovery finish', 'serai recovery finish --yes'],
  async run({ options, config, json, terminal, style }) {
    const isConfirmed = options.yes === true;
    const found = await onDatabase(config().settings, async db => {
      const recovery = await findOpenRecovery(db);
      if (recovery === undefined) return undefined;
      const providers = await listCompared(db, recovery.recovery_id);
      if (isConfirmed) await finishByOperator(db, recovery.recovery_id);
      return { recovery, providers };
    });
    if (found === undefined) throw new CliFailure(EXIT.failed, 'No recovery is in progress.');
    const { recovery, providers } = found;
    if (json) terminal.out(`${JSON.stringify({ ...view(recovery, providers), finished: isConfirmed })}\n`);
    else {
      const verdict = isConfirmed
        ? 'The recovery was finished. Bookings are accepted again.\n'
        : 'Nothing was changed. Use --yes to finish the recovery anyway.\n';
      terminal.out(`${statusText(recovery, providers, style)}${verdict}`);
    }
    return isConfirmed ? EXIT.ok : EXIT.failed;
  },
});

export const RECOVERY_COMMANDS: readonly Command[] = [statusCommand, beginCommand, finishCommand];

function view(recovery: OpenRecovery, providers: readonly ComparedProvider[]) {
  return {
    open: true,
    recoveryId: recovery.recovery_id,
    backupAt: recovery.backup_at.toISOString(),
    startedAt: recovery.started_at.toISOString(),
    providers: providers.map(each => ({
      provider: each.provider,
      testMode: each.test_mode,
      comparedAt: each.compared_at?.toISOString() ?? null,
      problem: each.problem,
      recreated: each.recreated,
      changed: each.changed,
      unclear: each.unclear,
    })),
  };
}

function statusText(recovery: OpenRecovery, providers: readonly ComparedProvider[], style: Style): string {
  const head = `The database was restored to its state at ${recovery.backup_at.toISOString()}. Until the recovery ends, quotes, bookings and cancellations are rejected.\n`;
  if (providers.length === 0) return `${head}No worker has started the comparison. Start the service.\n`;
  const rows = providers.map((each): Cell[] => [
    each.provider,
    each.test_mode ? 'test' : 'live',
    stateOf(each, style),
    String(each.recreated),
    String(each.changed),
    String(each.unclear),
  ]);
  return `${head}${table(['PROVIDER', 'MODE', 'STATE', 'RECREATED', 'CHANGED', 'UNCLEAR'], rows, style)}`;
}

function stateOf({ compared_at, problem }: ComparedProvider, style: Style): Cell {
  if (compared_at !== null) return { text: 'compared', style: style.good };
  return problem === null ? 'being compared' : { text: problem, style: style.warn };
}
