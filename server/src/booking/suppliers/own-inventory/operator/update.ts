import { MAX_LISTED_NIGHTS, updateInventory } from '@serai/contract/account/inventory.ts';
import type { ErrorDetail } from '@serai/contract/errors.ts';
import type { AllotmentLine, InventoryCell, RateLine } from '@serai/contract/inventory/inventory-cells.ts';
import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import { inTransaction } from '../../../../platform/database/in-transaction.ts';
import { auditOf } from '../../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../../platform/operations/operator/operator-handler.ts';
import { validationError } from '../../../../platform/operations/validate.ts';
import { checkAllotment, checkRate, withCanonicalAmounts } from '../files/check-lines.ts';
import { Overlaps } from '../files/overlaps.ts';
import { writeCells } from '../files/write-cells.ts';
import { readDocuments } from '../stores/read-store.ts';
import { lockProperty } from '../stores/rooms-store.ts';
import { cellsBefore } from './cells-before.ts';
import { checkMayChange, type InventoryParts, noInventory } from './inventory-parts.ts';

export function inventoryUpdate(parts: InventoryParts): OperatorHandler {
  const { recordAudit } = parts;
  return operate(updateInventory, async (context, { environment, hotelId, ...sent }) => {
    const { db } = context;
    checkMayChange(parts, context, environment);
    const property = { environment, hotelId };
    const written = await inTransaction(db, async tx => {
      if ((await lockProperty(tx, property)) === undefined) throw noInventory();
      const [found] = await readDocuments(tx, environment, [hotelId]);
      const { document } = found as { document: InventoryDocument };
      const problems = checkCells(sent.cells, document);
      if (problems.length > 0) throw validationError(problems);
      const cells = sent.cells.map(cell => withCanonicalAmounts(cell, document.currency));
      const before = await cellsBefore(tx, property, cells, document.currency);
      const changes = await writeCells(tx, property, document.currency, {
        allotments: cells.filter(isAllotment),
        rates: cells.filter(isRate),
      });
      const { allotments, rates } = changes;
      if (allotments.created + allotments.changed + rates.created + rates.changed > 0) {
        const after = { environment, cells };
        await recordAudit(
          tx,
          auditOf(context, { action: updateInventory.name, target: hotelId, before, after }),
        );
      }
      return changes;
    });
    const exceeded = written.exceeded.slice(0, MAX_LISTED_NIGHTS).map(cell => ({ hotelId, ...cell }));
    return { ...written, exceeded };
  });
}

const isRate = (cell: InventoryCell): cell is InventoryCell & RateLine => cell.planCode !== undefined;
const isAllotment = (cell: InventoryCell): cell is InventoryCell & AllotmentLine => !isRate(cell);

/** Every bad cell, by its place in the request. */
function checkCells(cells: readonly InventoryCell[], document: InventoryDocument): ErrorDetail[] {
  const overlaps = new Overlaps(i => `Cell ${i}`);
  return cells.flatMap((cell, i) => {
    const line = { ...cell, hotelId: document.hotelId };
    const problems = isRate(cell)
      ? checkRate(line as RateLine, document)
      : checkAllotment(line as AllotmentLine, document);
    return [...problems, ...overlaps.add(line as RateLine, i)].map(text => detailOf(i, text));
  });
}

/** Problems of lines begin with the member that has them, if one has. */
function detailOf(at: number, text: string): ErrorDetail {
  const [, member = '', message = text] = /^(\/[^:]*): (.*)$/s.exec(text) ?? [];
  return { path: `/cells/${at}${member}`, code: 'INVALID_VALUE', message };
}
