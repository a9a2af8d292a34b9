/** Dependencies and checks shared by the operator handlers for own inventory. */
import { ROLES } from '@serai/contract/operator-operation.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import { ApiError } from '../../../../platform/api-error.ts';
import type { RecordAudit } from '../../../../platform/operations/operator/audit-entry.ts';
import type { OperatorContext } from '../../../../platform/operations/operator/operator-handler.ts';

export interface InventoryParts {
  recordAudit: RecordAudit;
  cursorKey: Buffer;
  /** The operator's own organisation. Partners find its rooms in searches, but they may not see or change the inventory. */
  ownerOrganisationId: string;
}

/** Free, sold and held rooms reveal how much other partners book, and documents reveal agreements with them. */
export function checkMaySee(
  { ownerOrganisationId }: Pick<InventoryParts, 'ownerOrganisationId'>,
  { organisationId }: Pick<OperatorContext, 'organisationId'>,
): void {
  if (organisationId === ownerOrganisationId) return;
  throw new ApiError('FORBIDDEN', 'Only the operator may see the inventory.');
}

/** Production inventory affects real sales, so it requires the admin role. */
export function checkMayChange(
  { ownerOrganisationId }: Pick<InventoryParts, 'ownerOrganisationId'>,
  { role, organisationId }: Pick<OperatorContext, 'role' | 'organisationId'>,
  environment: Environment,
): void {
  if (organisationId !== ownerOrganisationId) {
    throw new ApiError('FORBIDDEN', 'Only the operator may change the inventory.');
  }
  if (environment === 'sandbox' || ROLES.indexOf(role) >= ROLES.indexOf('admin')) return;
  throw new ApiError(
    'FORBIDDEN',
    `Changing the production inventory requires the admin role. Your role is ${role}.`,
  );
}

export function noInventory(): ApiError {
  return new ApiError('NOT_FOUND', 'This hotel has no own inventory.');
}

/** The English name if available, otherwise the first name. */
export function shownName(names: Readonly<Record<string, string>>): string {
  const tags = Object.keys(names);
  const tag = tags.find(one => /^en(-|$)/i.test(one)) ?? tags[0];
  return tag === undefined ? '' : (names[tag] ?? '');
}
