/** Removes credentials and personal data from messages before they are recorded. Pure. */
import { redactValues } from '../../../platform/outbound/redact-values.ts';

const REMOVED = '[removed]';
/** Fields that are removed completely, because they may contain personal data or credentials. */
const SECRET_FIELDS = new Set([
  'holder',
  'remark',
  'creationUser',
  'internal',
  'requestHost',
  'paymentData',
  'voucher',
  'email',
  'clientComments',
]);
/** Fields of a guest that may be recorded. */
const GUEST_FIELDS = new Set(['roomId', 'type', 'age']);
const MAX_DEPTH = 40;

/** `secrets` are values that must not appear anywhere, such as the API key and the names in the request. */
export function redactText(text: string, secrets: readonly string[]): string {
  if (text === '') return text;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return `[${text.length} characters that are not JSON]`;
  }
  return redactValues(JSON.stringify(redactValue(parsed, 0)), secrets, REMOVED);
}

export function personalValues(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return [];
  const { holder, rooms, remark } = body as {
    holder?: { name?: string; surname?: string };
    rooms?: { paxes?: { name?: string; surname?: string }[] }[];
    remark?: string;
  };
  const guests = (rooms ?? []).flatMap(({ paxes }) => paxes ?? []);
  const names = [holder, ...guests].flatMap(person => [person?.name, person?.surname]);
  return [...new Set([...names, remark])].filter(value => value !== undefined);
}

function redactValue(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return REMOVED;
  if (Array.isArray(value)) return value.map(each => redactValue(each, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, child]) => {
      if (SECRET_FIELDS.has(field)) return [field, REMOVED];
      if (field === 'paxes') return [field, redactGuests(child)];
      return [field, redactValue(child, depth + 1)];
    }),
  );
}

function redactGuests(guests: unknown): unknown {
  if (!Array.isArray(guests)) return REMOVED;
  return guests.map(guest =>
    typeof guest === 'object' && guest !== null
      ? Object.fromEntries(Object.entries(guest).filter(([field]) => GUEST_FIELDS.has(field)))
      : REMOVED,
  );
}
