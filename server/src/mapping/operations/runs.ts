import { mappingFigures, mappingRun } from '@serai/contract/mapping/mapping.ts';
import { ApiError } from '../../platform/api-error.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { newId } from '../../platform/ids/ids.ts';
import { auditOf } from '../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../platform/operations/operator/operator-handler.ts';
import { listCountries } from '../content/supplier-hotel-store.ts';
import { readFigures } from '../ledger/queue-store.ts';
import { planRun } from '../runs/run-mapping.ts';
import { findRun, insertRun, listRuns, type MappingRun } from '../runs/run-store.ts';
import type { ProviderScope } from '../supplied-hotel.ts';
import { runView } from './decision-view.ts';
import type { MappingParts } from './mapping-parts.ts';

const MAX_RUNS = 20;

export function startRun({ model, recordAudit }: MappingParts): OperatorHandler {
  return operate(mappingRun, async (context, { environment, provider, confirm }) => {
    if (context.hotels) {
      throw new ApiError(
        'FORBIDDEN',
        'A run changes the mappings of all hotels, and you have access to only some of them. Ask a colleague with access to all hotels.',
      );
    }
    const scope = { environment, provider };
    const run = await inTransaction(context.db, async tx => {
      if ((await listCountries(tx, scope)).length === 0) {
        throw new ApiError(
          'NOT_FOUND',
          `Provider ${provider} has no hotels in ${environment}. Start the run after its first content sync.`,
        );
      }
      if (confirm !== undefined) checkConfirmed(await findRun(tx, confirm), scope, model.version);
      const started = await insertRun(tx, scope, {
        runId: newId('mrn'),
        confirms: confirm ?? null,
        modelVersion: model.version,
        requestedBy: context.actor,
      });
      if (started === undefined) {
        throw new ApiError(
          'INVALID_STATE',
          'Another run of this provider has not finished yet. mapping/figures shows its progress.',
        );
      }
      await planRun(tx, scope, started.runId);
      const target = `${environment}/${provider}`;
      const after = { runId: started.runId, confirms: started.confirms };
      await recordAudit(tx, auditOf(context, { action: mappingRun.name, target, before: null, after }));
      return started;
    });
    return { run: runView(run) };
  });
}

function checkConfirmed(
  run: MappingRun | undefined,
  { environment, provider }: ProviderScope,
  modelVersion: string,
): void {
  if (run === undefined || run.provider !== provider || run.environment !== environment) {
    throw new ApiError('NOT_FOUND', 'This provider has no such run. mapping/figures lists the runs.');
  }
  if (run.state !== 'STOPPED' || run.modelVersion !== modelVersion) {
    throw new ApiError(
      'INVALID_STATE',
      'Only a stopped run of the current model can be confirmed. Start a new run, and confirm that one if it stops.',
    );
  }
}

export function figures({ model }: MappingParts): OperatorHandler {
  return operate(mappingFigures, async ({ db }, { environment }) => {
    const [providers, runs] = await Promise.all([
      readFigures(db, environment),
      listRuns(db, environment, MAX_RUNS),
    ]);
    return { modelVersion: model.version, providers, runs: runs.map(runView), limit: MAX_RUNS };
  });
}
