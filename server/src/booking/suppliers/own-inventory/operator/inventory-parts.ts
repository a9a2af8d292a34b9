/** What the operator's operations on own inventory are made with. */
import { ROLES } from '@serai/contract/operator-operation.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../../../platform/api-error.ts';
import type { RecordAudit } from '../../../../platform/operations/operator/audit-entry.ts';
import type { OperatorContext } from '../../../../platform/operations/operator/operator-handler.ts';

export interface InventoryParts {
  recordAudit: RecordAudit;
  /** Signs the cursors of lists. */
  cursorKey: Buffer;
  /** Runs the service, and so sells the rooms: all organisations find them in searches, none of the others sees or changes what is behind. */
  ownerOrganisationId: string;
}

/** What is free, sold and held tells how much the others book, and a document what is agreed with whom. */
export function checkMaySee(
  { ownerOrganisationId }: Pick<InventoryParts, 'ownerOrganisationId'>,
  { organisationId }: Pick<OperatorContext, 'organisationId'>,
): void {
  if (organisationId === ownerOrganisationId) return;
  throw new ApiError(
    'FORBIDDEN',
    'Only the organisation that runs the service sees the inventory behind it.',
  );
}

/** What is sold in production costs real money. */
export function checkMayChange(
  { ownerOrganisationId }: Pick<InventoryParts, 'ownerOrganisationId'>,
  { role, organisationId }: Pick<OperatorContext, 'role' | 'organisationId'>,
  environment: Environment,
): void {
  if (organisationId !== ownerOrganisationId) {
    throw new ApiError('FORBIDDEN', 'Only the organisation that runs the service changes what it sells.');
  }
  if (environment === 'sandbox' || ROLES.indexOf(role) >= ROLES.indexOf('admin')) return;
  throw new ApiError(
    'FORBIDDEN',
    `Changing the inventory of production needs the role admin; yours is ${role}.`,
  );
}

export function noInventory(): ApiError {
  return new ApiError('NOT_FOUND', 'This hotel has no inventory of its own here.');
}

/** English, else the first that was given. */
export function shownName(names: Readonly<Record<string, string>>): string {
  const tags = Object.keys(names);
  const tag = tags.find(one => /^en(-|$)/i.test(one)) ?? tags[0];
  return tag === undefined ? '' : (names[tag] ?? '');
}
