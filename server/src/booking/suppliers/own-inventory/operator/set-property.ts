/** Changes the document of a property. It goes through the import, so that forms and files follow the same rules. */
import { MAX_LISTED_WARNINGS } from '@serai/contract/account/inventory.ts';
import { setProperty } from '@serai/contract/account/inventory-property.ts';
import type { ErrorDetail } from '@serai/contract/errors.ts';
import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import { ApiError } from '../../../../platform/api-error.ts';
import type { Database } from '../../../../platform/database/connect.ts';
import { auditOf } from '../../../../platform/operations/operator/audit-entry.ts';
import { type OperatorHandler, operate } from '../../../../platform/operations/operator/operator-handler.ts';
import { validationError } from '../../../../platform/operations/validate.ts';
import { importInventory } from '../files/import-inventory.ts';
import { readCatalogueHotels, readToday } from '../files/inventory-files-store.ts';
import { readDocuments } from '../stores/read-store.ts';
import { lockProperty, type PropertyKey } from '../stores/rooms-store.ts';
import type { DocumentChange } from '../stores/write-store.ts';
import { checkMayChange, type InventoryParts } from './inventory-parts.ts';
import { sampleStays } from './sample-stays.ts';

type Samples = Awaited<ReturnType<typeof sampleStays>>;

export function inventorySetProperty({ recordAudit }: Pick<InventoryParts, 'recordAudit'>): OperatorHandler {
  return operate(
    setProperty,
    async (context, { environment, document, version, dryRun = false, ...input }) => {
      const { hotelId } = document;
      checkMayChange(context, hotelId);
      const property = { environment, hotelId };
      const problems: ErrorDetail[] = [];
      const warnings: string[] = [];
      let before: InventoryDocument | undefined;
      let samples: Samples = [];
      let newVersion = 1;
      const { isWritten: written, properties } = await importInventory(context.db, {
        file: 'document',
        text: JSON.stringify({ type: 'property', ...document }),
        environment,
        dryRun,
        onProblem: (_, __, problem) => void problems.push(detailOf(problem)),
        onWarning: (_, __, warning) => {
          if (warnings.length < MAX_LISTED_WARNINGS) warnings.push(warning);
        },
        onExcess: () => {},
        onProgress: () => {},
        async onLocked(tx) {
          await checkVersion(tx, property, version);
          [{ document: before } = { document: undefined }] = await readDocuments(tx, environment, [hotelId]);
        },
        async onApplied(tx) {
          const [hotel] = await readCatalogueHotels(tx, environment, [hotelId]);
          const rooms = hotel?.isActive ? hotel.rooms.filter(({ isActive }) => isActive) : [];
          const today = await readToday(tx);
          samples = await sampleStays(tx, {
            ...{ environment, document, rooms, today, checkIn: input.sampleCheckIn },
          });
          newVersion = (await lockProperty(tx, property))?.documentVersion ?? 1;
        },
        async onWritten(tx, summary) {
          if (summary.properties.unchanged > 0) return;
          const after = { environment, document };
          await recordAudit(
            tx,
            auditOf(context, { action: setProperty.name, target: hotelId, before: before ?? null, after }),
          );
        },
      });
      if (problems.length > 0) throw validationError(problems);
      const { created, changed } = properties;
      const change = created > 0 ? 'created' : changed > 0 ? 'changed' : 'unchanged';
      return { written, change: change as DocumentChange, version: newVersion, warnings, samples };
    },
  );
}

async function checkVersion(
  tx: Database,
  property: PropertyKey,
  expected: number | undefined,
): Promise<void> {
  if (expected === undefined) return;
  const current = (await lockProperty(tx, property))?.documentVersion;
  if (current === expected) return;
  throw new ApiError(
    'INVALID_STATE',
    'Nothing was saved: the rate plans and terms have changed since you read them. Reload them and make your changes again.',
  );
}

/** A problem starts with the field that it refers to, if any. */
function detailOf(text: string): ErrorDetail {
  const [, field = '', message = text] = /^(\/[^:]*): (.*)$/s.exec(text) ?? [];
  return { path: `/document${field}`, code: 'INVALID_VALUE', message };
}
