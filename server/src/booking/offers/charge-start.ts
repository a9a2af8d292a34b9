/** The texts of a charge as JSON, memoised: a response repeats a few charges hundreds of times. */
import { utf8 } from '../../platform/operations/json-bytes.ts';
import type { SuppliedCharge } from '../port/supplied-offer.ts';

type ChargeTexts = Pick<SuppliedCharge, 'code' | 'description' | 'type' | 'basis'>;

interface KnownStart extends Omit<ChargeTexts, 'description'> {
  bytes: Uint8Array;
}

const MAX_KNOWN = 2_048;
/** The starts of a description are searched one by one. */
const MAX_PER_DESCRIPTION = 16;
const MAX_DESCRIPTION_LENGTH = 200;
/** By description, which nearly always has only one code, type and basis. Joining all texts to a key would take longer. */
const known = new Map<string, KnownStart[]>();
let count = 0;

/** The JSON object of a charge. It ends within the string of the basis. */
export function chargeStart({ code, description, type, basis }: ChargeTexts): Uint8Array {
  const starts = known.get(description);
  if (starts !== undefined) {
    for (const start of starts) {
      if (start.code === code && start.type === type && start.basis === basis) return start.bytes;
    }
  }
  const bytes = utf8(JSON.stringify({ code, description, type, basis }).slice(0, -'"}'.length));
  if (description.length <= MAX_DESCRIPTION_LENGTH) keep(description, { code, type, basis, bytes });
  return bytes;
}

function keep(description: string, start: KnownStart): void {
  if (count >= MAX_KNOWN) {
    known.clear();
    count = 0;
  }
  const starts = known.get(description) ?? [];
  if (starts.length >= MAX_PER_DESCRIPTION) return;
  starts.push(start);
  known.set(description, starts);
  count++;
}
