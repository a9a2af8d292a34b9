/** The recovery after a restore: how far it is, and the operator's ways to begin and to end it. They work on the database itself. */
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
import { getMasterKey } from '../backup/master-key.ts';
import { type Command, defineCommand } from '../frame/command.ts';
import { CliFailure, EXIT, usageFailure } from '../frame/failure.ts';
import { onDatabase } from '../frame/on-database.ts';
import { counted } from '../frame/progress.ts';
import type { Style } from '../text/style.ts';
import { type Cell, table } from '../text/table.ts';

const statusCommand = defineCommand({
  name: 'recovery status',
  summary: 'Show how far the comparison with providers is after a restore.',
  description: 'It ends with 1 while the service is being recovered.',
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
        found ? statusText(found.recovery, found.providers, style) : 'There is no recovery under way.\n',
      );
    return found ? EXIT.failed : EXIT.ok;
  },
});

const beginCommand = defineCommand({
  name: 'recovery begin',
  summary: 'Begin a recovery for a database that was restored by other means.',
  description:
    'For a server that was restored from its archive or by pgBackRest. Run it while the service is stopped: bookings of the time since then are looked for at the providers before new ones are taken. serai restore begins it by itself.',
  options: {
    'restored-to': {
      type: 'string',
      value: '<time>',
      description: 'The moment that was restored: 2026-11-15T03:00:00Z.',
    },
  },
  examples: ['serai recovery begin --restored-to 2026-11-15T03:00:00Z'],
  async run({ options, config, json, terminal, clock }) {
    const restoredMs = Date.parse(options['restored-to'] ?? '');
    if (Number.isNaN(restoredMs)) {
      throw usageFailure('Say what moment was restored: --restored-to 2026-11-15T03:00:00Z.');
    }
    // Nothing since then would be compared.
    if (restoredMs > clock.nowMs()) throw usageFailure('The moment of --restored-to has not come yet.');
    const { settings } = config();
    const masterKey = await getMasterKey(settings);
    const settled = await onDatabase(settings, db =>
      inTransaction(db, async tx => {
        if (await findOpenRecovery(tx)) throw new CliFailure(EXIT.failed, 'A recovery is under way already.');
        const takenAt = new Date(restoredMs).toISOString();
        return settleRestored(tx, { takenAt }, { masterKey, erasureFile: erasureFile(settings) });
      }),
    );
    const { bookings, erasures } = settled;
    terminal.out(
      json
        ? `${JSON.stringify(settled)}\n`
        : `The next start compares the service with its providers. ${counted(bookings)} bookings may have changed since; their versions went up by 1,000. ${counted(erasures.erased)} erasures of guests were done again.\n`,
    );
    return EXIT.ok;
  },
});

const finishCommand = defineCommand({
  name: 'recovery finish',
  summary: 'End a recovery although not every provider was compared.',
  description:
    'Bookings and cancellations are taken again within a second. What was made at providers that were not compared stays unknown here: look for it in their own systems. It shows what stays open, and does so only with --yes.',
  options: { yes: { type: 'boolean', description: 'End it.' } },
  examples: ['serai recovery finish', 'serai recovery finish --yes'],
  async run({ options, config, json, terminal, style }) {
    const isMeant = options.yes === true;
    const found = await onDatabase(config().settings, async db => {
      const recovery = await findOpenRecovery(db);
      if (recovery === undefined) return undefined;
      const providers = await listCompared(db, recovery.recovery_id);
      if (isMeant) await finishByOperator(db, recovery.recovery_id);
      return { recovery, providers };
    });
    if (found === undefined) throw new CliFailure(EXIT.failed, 'There is no recovery under way.');
    const { recovery, providers } = found;
    if (json) terminal.out(`${JSON.stringify({ ...view(recovery, providers), finished: isMeant })}\n`);
    else {
      const verdict = isMeant
        ? 'The recovery was ended; bookings are taken again.\n'
        : 'Nothing was changed. With --yes the recovery ends all the same.\n';
      terminal.out(`${statusText(recovery, providers, style)}${verdict}`);
    }
    return isMeant ? EXIT.ok : EXIT.failed;
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
  const head = `Restored to ${recovery.backup_at.toISOString()}; no bookings are taken until every provider is compared.\n`;
  if (providers.length === 0) return `${head}No worker has begun to compare. Start the service.\n`;
  const rows = providers.map((each): Cell[] => [
    each.provider,
    each.test_mode ? 'test' : 'live',
    stateOf(each, style),
    String(each.recreated),
    String(each.changed),
    String(each.unclear),
  ]);
  return `${head}${table(['PROVIDER', 'MODE', 'STATE', 'MADE ANEW', 'CHANGED', 'UNCLEAR'], rows, style)}`;
}

function stateOf({ compared_at, problem }: ComparedProvider, style: Style): Cell {
  if (compared_at !== null) return { text: 'compared', style: style.good };
  return problem === null ? 'being compared' : { text: problem, style: style.warn };
}
