import {
  MAX_LISTED_NIGHTS,
  MAX_LISTED_WARNINGS,
  importInventory as operation,
} from '@serai/contract/account/inventory.ts';
import type { ErrorDetail } from '@serai/contract/errors.ts';
import { ApiError } from '../../../../platform/api-error.ts';
import { auditOf } from '../../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../../platform/operations/operator/operator-handler.ts';
import { validationError } from '../../../../platform/operations/validate.ts';
import { TextFileError } from '../../../../platform/text-files/text-file-error.ts';
import { importInventory } from '../files/import-inventory.ts';
import type { ExceededCell } from '../stores/write-store.ts';
import { checkMayChange, type InventoryParts } from './inventory-parts.ts';

const MAX_PROBLEMS = 200;
/** Maximum number of hotels listed in the audit log. */
const MAX_HOTELS = 50;

export function inventoryImport(parts: InventoryParts): OperatorHandler {
  const { recordAudit } = parts;
  return operate(operation, async (context, { environment, text, dryRun = false }) => {
    const { db } = context;
    checkMayChange(context);
    const problems: ErrorDetail[] = [];
    const exceeded: (ExceededCell & { hotelId: string })[] = [];
    const warnings: { line: number; message: string }[] = [];
    const summary = await importInventory(db, {
      file: 'text',
      text,
      environment,
      dryRun,
      onProblem: (_, line, message) => {
        if (problems.length < MAX_PROBLEMS) problems.push({ path: '/text', code: 'BAD_LINE', line, message });
      },
      onWarning: (_, line, message) => {
        if (warnings.length < MAX_LISTED_WARNINGS) warnings.push({ line, message });
      },
      onExcess: (_, cell) => {
        if (exceeded.length < MAX_LISTED_NIGHTS) exceeded.push(cell);
      },
      onProgress: () => {},
      async onWritten(tx, { properties, allotments, rates }, hotelIds) {
        const after = {
          environment,
          hotelIds: hotelIds.slice(0, MAX_HOTELS),
          hotels: hotelIds.length,
          ...{ properties, allotments, rates },
        };
        const target = hotelIds.length === 1 ? (hotelIds[0] as string) : environment;
        await recordAudit(tx, auditOf(context, { action: operation.name, target, before: null, after }));
      },
    }).catch(rejectFile);
    if (summary.problems > 0) throw badLines(problems, summary.problems);
    const { isWritten: written, properties, allotments, rates } = summary;
    const inOrder = warnings.toSorted((a, b) => a.line - b.line);
    return { written, properties, allotments, rates, exceeded, warnings: inOrder };
  });
}

/** Rejects content that is not an inventory file at all. */
function rejectFile(error: unknown): never {
  if (!(error instanceof TextFileError)) throw error;
  const message = `${error.fault} ${error.hint ?? ''}`.trim();
  throw validationError([{ path: '/text', code: 'BAD_FILE', line: error.line ?? 1, message }]);
}

function badLines(details: readonly ErrorDetail[], count: number): ApiError {
  const problems = count === 1 ? '1 problem' : `${count} problems`;
  const shown = count > details.length ? ` Only the first ${details.length} are listed.` : '';
  const inOrder = details.toSorted((a, b) => Number(a.line) - Number(b.line));
  return new ApiError('VALIDATION_ERROR', `Nothing was imported: the file has ${problems}.${shown}`, {
    details: inOrder,
  });
}
