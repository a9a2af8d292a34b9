/** The texts of a charge as JSON, memoised: a response repeats a few charges hundreds of times. */
import { utf8 } from '../../platform/operations/json-bytes.ts';
import type { SuppliedCharge } from '../port/supplied-offer.ts';
import { KnownParts } from './known-parts.ts';

type ChargeTexts = Pick<SuppliedCharge, 'code' | 'description' | 'type' | 'basis'>;

/** The JSON object of a charge with these texts. */
export interface ChargeStart {
  /** Ends within the string of the basis. */
  texts: Uint8Array;
  /** Ends where the digits of the amount start. */
  amount: Uint8Array;
}

interface KnownStart extends Omit<ChargeTexts, 'description'>, ChargeStart {}

const MAX_DESCRIPTION_LENGTH = 200;
/** By description, which nearly always has only one code, type and basis. */
const known = new KnownParts<string, KnownStart>();

export function chargeStart({ code, description, type, basis }: ChargeTexts): ChargeStart {
  for (const start of known.of(description)) {
    if (start.code === code && start.type === type && start.basis === basis) return start;
  }
  const texts = JSON.stringify({ code, description, type, basis }).slice(0, -'"}'.length);
  const start = { code, type, basis, texts: utf8(texts), amount: utf8(`${texts}","amount":{"amount":"`) };
  if (description.length <= MAX_DESCRIPTION_LENGTH) known.keep(description, start);
  return start;
}
