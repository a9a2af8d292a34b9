/** Parses a line of an inventory file into a record or a list of problems. Pure. */
import { INVENTORY_RECORDS, type InventoryRecordType } from '@serai/contract/inventory/inventory-cells.ts';
import type { z } from 'zod';
import { ApiError } from '../../../../platform/api-error.ts';
import {
  findDuplicateKey,
  findUnsafe,
  mayBeUnsafe,
  scanJsonText,
} from '../../../../platform/operations/json-guard.ts';
import { validate } from '../../../../platform/operations/validate.ts';

type RecordOf<Type extends InventoryRecordType> = Type extends InventoryRecordType
  ? { type: Type; value: z.infer<ReturnType<(typeof INVENTORY_RECORDS)[Type]>> }
  : never;

/** A record with the values of its line. The hotel is identified by `hotelId`, `sourceId` or both. */
export type InventoryRecord = RecordOf<InventoryRecordType>;

const SCHEMAS = {
  property: INVENTORY_RECORDS.property(),
  allotment: INVENTORY_RECORDS.allotment(),
  rate: INVENTORY_RECORDS.rate(),
};
const TYPES = Object.keys(SCHEMAS).join(', ');

export function parseJsonRecord(text: string): InventoryRecord | string[] {
  const scan = scanJsonText(Buffer.from(text));
  if (scan.refusal !== undefined) return [scan.refusal.replace('The body', 'The line')];
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return [`Not JSON: ${(error as Error).message.replaceAll(/[\r\n]/g, ' ').slice(0, 200)}`];
  }
  const duplicate = findDuplicateKey(scan, text, value);
  if (duplicate !== undefined) return [`${duplicate}: The key appears more than once.`];
  const unsafe = mayBeUnsafe(text) ? findUnsafe(value) : undefined;
  if (unsafe !== undefined) return [`${unsafe.path}: ${unsafe.message}`];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return ['A line must contain one JSON object.'];
  }
  const { type, ...rest } = value as { type?: unknown };
  if (typeof type !== 'string' || !Object.hasOwn(SCHEMAS, type)) return [`/type: Use one of ${TYPES}.`];
  return parseRecord(type as InventoryRecordType, rest);
}

export function parseRecord(type: InventoryRecordType, value: object): InventoryRecord | string[] {
  try {
    return { type, value: validate(SCHEMAS[type], value) } as InventoryRecord;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return (error.extras.details ?? []).map(
      ({ path = '', message }) => `${path}: ${readableMessage(message)}`,
    );
  }
}

/** Replaces messages about regular expressions with readable messages. */
function readableMessage(message: string): string {
  if (message.startsWith('Invalid string: must match pattern') && message.includes('{1,3})?$')) {
    return 'Use a plain decimal number, such as 120.00.';
  }
  return message.startsWith('Invalid string: must match pattern')
    ? 'Invalid format. See docs/guides/operator/own-inventory.md.'
    : message;
}
