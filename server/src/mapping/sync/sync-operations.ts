import type { AuditAction } from '@serai/contract/account/audit-actions.ts';
import { confirmSync, listSyncs, startSync, stopSync } from '@serai/contract/mapping/syncs.ts';
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import type { z } from 'zod';
import { ApiError } from '../../platform/api-error.ts';
import type { Database } from '../../platform/database/connect.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { newId } from '../../platform/ids/ids.ts';
import { isoTime } from '../../platform/iso-time.ts';
import { auditOf, type RecordAudit } from '../../platform/operations/operator/audit-entry.ts';
import {
  acrossOrganisations,
  type OperatorContext,
  type OperatorHandler,
  operate,
} from '../../platform/operations/operator/operator-handler.ts';
import type { ProviderScope } from '../supplied-hotel.ts';
import {
  type ContentRun,
  confirmContentRun,
  endContentRun,
  findLatestContentRun,
  findOpenContentRun,
  insertContentRun,
  listLatestContentRuns,
  lockContentRun,
} from './content-run-store.ts';
import {
  type ContentSync,
  findContentSync,
  insertContentSyncs,
  listContentSyncs,
  setNextRun,
} from './content-sync-store.ts';
import { wakeSync } from './sync-jobs.ts';
import { type SyncParts, syncKey } from './sync-parts.ts';
import { deltaPauseMs, type SyncSettings, sinceOf } from './sync-schedule.ts';

type SyncView = z.input<(typeof startSync)['output']>['sync'];

export interface SyncOperationParts extends Pick<SyncParts, 'reader' | 'settings'> {
  recordAudit: RecordAudit;
}

/** More accounts than any operator has. */
const MAX_ACCOUNTS = 1_000;

export function syncHandlers(parts: SyncOperationParts): OperatorHandler[] {
  return acrossOrganisations('Suppliers and their hotels belong to the operator.', [
    list(parts),
    start(parts),
    confirm(parts),
    stop(parts),
  ]);
}

function list({ reader, settings }: SyncOperationParts): OperatorHandler {
  return operate(listSyncs, async ({ db }, { environment: wanted, provider }) => {
    const accounts = await reader.list();
    const environments = wanted === undefined ? ENVIRONMENTS : [wanted];
    const found = await Promise.all(
      environments.map(environment => listOf(db, { environment, accounts, settings })),
    );
    return { syncs: found.flat().filter(sync => provider === undefined || sync.provider === provider) };
  });
}

/** Also lists accounts that were connected so recently that their first run is not planned yet. */
async function listOf(
  db: Database,
  {
    environment,
    accounts,
    settings,
  }: { environment: Environment; accounts: readonly ProviderScope[]; settings: SyncSettings },
): Promise<SyncView[]> {
  const [known, latest, full] = await Promise.all([
    listContentSyncs(db, environment, MAX_ACCOUNTS),
    listLatestContentRuns(db, environment, { limit: MAX_ACCOUNTS }),
    listLatestContentRuns(db, environment, { mode: 'FULL', limit: MAX_ACCOUNTS }),
  ]);
  const isKnown = (code: string) => known.some(sync => sync.provider === code);
  const missing = accounts.filter(each => each.environment === environment && !isKnown(each.provider));
  const of = (runs: readonly ContentRun[], code: string) => runs.find(run => run.provider === code);
  return [...known, ...missing.map(account => ({ ...NOT_PLANNED, ...account }))]
    .toSorted((a, b) => (a.provider < b.provider ? -1 : 1))
    .map(sync => syncView(sync, of(latest, sync.provider), of(full, sync.provider), settings));
}

const NOT_PLANNED = { changedSince: null, fullAt: null, nextRunAt: null };

function start(parts: SyncOperationParts): OperatorHandler {
  const { reader, settings } = parts;
  return operate(startSync, async (context, { environment, provider, mode: wanted }) => {
    const scope = { environment, provider };
    if (reader.open(scope) === undefined) throw unknownAccount(scope);
    if (!(await reader.list()).some(account => syncKey(account) === syncKey(scope)))
      throw new ApiError('INVALID_STATE', `The account ${provider} is paused. Resume it first.`);
    return inTransaction(context.db, async tx => {
      await insertContentSyncs(tx, [scope]);
      const sync = await getSync(tx, scope);
      const mode = sync.changedSince === null ? 'FULL' : (wanted ?? 'DELTA');
      const run = { runId: newId('crn'), mode, since: sinceOf(mode, sync), requestedBy: context.actor };
      const started = await insertContentRun(tx, scope, run);
      if (started === undefined)
        throw new ApiError(
          'INVALID_STATE',
          'A run of this account is still open. Wait until it ends, or stop it with syncs/stop.',
        );
      await wakeSync(tx, scope);
      await audit(parts, tx, context, startSync.name, scope, { runId: started.runId, mode });
      return { sync: await currentView(tx, scope, settings) };
    });
  });
}

function confirm(parts: SyncOperationParts): OperatorHandler {
  return operate(confirmSync, async (context, { environment, provider, runId }) => {
    const scope = { environment, provider };
    return inTransaction(context.db, async tx => {
      await getSync(tx, scope);
      const run = await lockContentRun(tx, runId);
      if (run === undefined || run.provider !== provider || run.environment !== environment)
        throw new ApiError('NOT_FOUND', 'This account has no such run. syncs/list shows the latest run.');
      await checkConfirmable(tx, run);
      await confirmContentRun(tx, runId, context.actor);
      await wakeSync(tx, scope);
      const { missing, present } = run.figures;
      await audit(parts, tx, context, confirmSync.name, scope, { runId, missing, present });
      return { sync: await currentView(tx, scope, parts.settings) };
    });
  });
}

async function checkConfirmable(tx: Database, run: ContentRun): Promise<void> {
  if (run.state !== 'STOPPED')
    throw new ApiError('INVALID_STATE', 'Only a stopped run can be confirmed. syncs/list shows its state.');
  if ((await findOpenContentRun(tx, run)) !== undefined)
    throw new ApiError(
      'INVALID_STATE',
      'Another run of this account is still open. Wait until it ends, or stop it with syncs/stop.',
    );
  const full = await findLatestContentRun(tx, run, 'FULL');
  if (full?.runId !== run.runId)
    throw new ApiError(
      'INVALID_STATE',
      'A later full run has replaced this one. Confirm the later run if it is stopped too.',
    );
}

function stop(parts: SyncOperationParts): OperatorHandler {
  return operate(stopSync, async (context, scope) => {
    return inTransaction(context.db, async tx => {
      await getSync(tx, scope);
      const open = await findOpenContentRun(tx, scope);
      const run = open && (await lockContentRun(tx, open.runId));
      if (run === undefined || (run.state !== 'QUEUED' && run.state !== 'RUNNING'))
        throw new ApiError('INVALID_STATE', 'No run of this account is open.');
      await endContentRun(tx, run.runId, { state: 'CANCELLED', reason: null });
      await setNextRun(tx, scope, deltaPauseMs(parts.settings));
      await audit(parts, tx, context, stopSync.name, scope, { runId: run.runId });
      return { sync: await currentView(tx, scope, parts.settings) };
    });
  });
}

async function getSync(tx: Database, scope: ProviderScope): Promise<ContentSync> {
  const sync = await findContentSync(tx, scope);
  if (sync === undefined) throw unknownAccount(scope);
  return sync;
}

function unknownAccount({ environment, provider }: ProviderScope): ApiError {
  return new ApiError(
    'NOT_FOUND',
    `There is no supplier account "${provider}" in ${environment}. syncs/list shows the accounts.`,
  );
}

function audit(
  { recordAudit }: SyncOperationParts,
  tx: Database,
  context: OperatorContext,
  action: AuditAction,
  scope: ProviderScope,
  after: Record<string, unknown>,
): Promise<void> {
  return recordAudit(tx, auditOf(context, { action, target: syncKey(scope), before: null, after }));
}

async function currentView(tx: Database, scope: ProviderScope, settings: SyncSettings): Promise<SyncView> {
  const sync = await getSync(tx, scope);
  const latest = await findLatestContentRun(tx, scope);
  return syncView(sync, latest, await findLatestContentRun(tx, scope, 'FULL'), settings);
}

type Schedule = ProviderScope & Pick<ContentSync, 'changedSince' | 'fullAt'> & { nextRunAt: Date | null };

function syncView(
  sync: Schedule,
  latest: ContentRun | undefined,
  full: ContentRun | undefined,
  { isAutomatic }: SyncSettings,
): SyncView {
  return {
    environment: sync.environment,
    provider: sync.provider,
    changedSince: timeOf(sync.changedSince),
    fullAt: timeOf(sync.fullAt),
    nextRunAt: isAutomatic ? timeOf(sync.nextRunAt) : null,
    run: latest === undefined ? null : runView(latest),
    toConfirm: full?.state === 'STOPPED' ? runView(full) : null,
  };
}

function runView(run: ContentRun): NonNullable<SyncView['run']> {
  const { alarms: _, ...figures } = run.figures;
  return {
    runId: run.runId,
    mode: run.mode,
    state: run.state,
    reason: run.reason,
    waitingFor: run.waitingFor,
    waitingUntil: timeOf(run.waitingUntil),
    lastError: run.lastError,
    ...figures,
    requestedBy: run.requestedBy,
    confirmedBy: run.confirmedBy,
    requestedAt: isoTime(run.requestedAt.getTime()),
    startedAt: timeOf(run.startedAt),
    finishedAt: timeOf(run.finishedAt),
  };
}

function timeOf(date: Date | null): string | null {
  return date === null ? null : isoTime(date.getTime());
}
