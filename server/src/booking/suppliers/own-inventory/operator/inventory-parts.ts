import type { InventoryDocument } from '@serai/contract/inventory/inventory-document.ts';
import { ApiError } from '../../../../platform/api-error.ts';
import type { RecordAudit } from '../../../../platform/operations/operator/audit-entry.ts';
import type { OperatorContext } from '../../../../platform/operations/operator/operator-handler.ts';
import { validationError } from '../../../../platform/operations/validate.ts';

export interface InventoryParts {
  recordAudit: RecordAudit;
  cursorKey: Buffer;
}

/**
 * A revenue manager may be restricted to certain hotels. If `hotelId` is omitted, the change could affect any
 * hotel, so a restricted manager is rejected.
 */
export function checkMayChange({ hotels }: Pick<OperatorContext, 'hotels'>, hotelId?: string): void {
  if (hotels === undefined || hotels === null) return;
  if (hotelId === undefined)
    throw new ApiError(
      'FORBIDDEN',
      'You are allowed to change only certain hotels, so you cannot import files. Use inventory/update.',
    );
  if (!hotels.includes(hotelId))
    throw new ApiError(
      'FORBIDDEN',
      'You are not allowed to change this hotel. Ask an admin to add it to your hotels.',
    );
}

export function checkRoomCode(
  { rooms }: Pick<InventoryDocument, 'rooms'>,
  roomCode: string | undefined,
): void {
  if (roomCode === undefined || rooms.some(room => room.roomCode === roomCode)) return;
  throw validationError([
    { path: '/roomCode', code: 'UNKNOWN_REFERENCE', message: 'The property has no such room.' },
  ]);
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
