/** Writes the cancellation terms of an offer as JSON. */
import { Memo } from '../../platform/cache/memo.ts';
import { type JsonBytes, utf8 } from '../../platform/operations/json-bytes.ts';
import { instantText } from '../../platform/time/zoned-time.ts';
import type { Terms } from '../terms/terms.ts';
import { momentView, searchedTermsView } from '../terms/terms-view.ts';
import { KnownParts } from './known-parts.ts';
import { type MoneyParts, writeAmount } from './money-json.ts';

const WITHOUT_NO_SHOW = '],"noShow":null}';

const PART = {
  comma: utf8(','),
  null: utf8('null'),
  noShow: utf8('],"noShow":{"penalty":{"amount":"'),
  withoutNoShow: utf8(`${WITHOUT_NO_SHOW}}`),
  end: utf8('}}}'),
} as const;

const MAX_INSTANTS = 4_096;
const instants = new Memo<number, Uint8Array>(MAX_INSTANTS);
const windowStarts = new Memo<number | null, Uint8Array>(MAX_INSTANTS);
const windowEnds = new Memo<number | null, Uint8Array>(MAX_INSTANTS);

/** Up to the end of the offer. */
export function writeTerms(out: JsonBytes, terms: Terms, money: MoneyParts): void {
  const { windows, noShow } = terms;
  out.raw(termsStart(terms));
  for (let i = 0; i < windows.length; i++) {
    const { fromMs, toMs, penaltyMinor } = windows[i] as (typeof windows)[number];
    if (i > 0) out.raw(PART.comma);
    out.raw(windowStarts.get(fromMs, windowStart));
    out.raw(windowEnds.get(toMs, windowEnd));
    writeAmount(out, penaltyMinor, money, money.endOfObject);
  }
  if (noShow === null) {
    out.raw(PART.withoutNoShow);
    return;
  }
  out.raw(PART.noShow);
  writeAmount(out, noShow.penaltyMinor, money, money.noShowFrom);
  writeInstant(out, noShow.fromMs);
  out.raw(PART.end);
}

export function writeInstant(out: JsonBytes, ms: number | null): void {
  out.raw(ms === null ? PART.null : instants.get(ms, instantBytes));
}

function instantBytes(ms: number): Uint8Array {
  return utf8(JSON.stringify(instantText(ms)));
}

function windowStart(fromMs: number | null): Uint8Array {
  return utf8(`{"from":${JSON.stringify(momentView(fromMs))}`);
}

function windowEnd(toMs: number | null): Uint8Array {
  return utf8(`,"to":${JSON.stringify(momentView(toMs))},"penalty":{"amount":"`);
}

interface KnownStart extends Pick<Terms, 'refundability' | 'freeUntilMs' | 'timeZone' | 'deadlineSource'> {
  bytes: Uint8Array;
}

/** By deadline, or by time zone if cancelling is never free. The hotels of a response share a few of both. */
const starts = new KnownParts<number | string | null, KnownStart>();

/** Everything before the first window. */
function termsStart(terms: Terms): Uint8Array {
  const { freeUntilMs, refundability, timeZone, deadlineSource } = terms;
  const key = freeUntilMs ?? timeZone;
  for (const start of starts.of(key)) {
    const isSame =
      start.refundability === refundability &&
      start.freeUntilMs === freeUntilMs &&
      start.timeZone === timeZone &&
      start.deadlineSource === deadlineSource;
    if (isSame) return start.bytes;
  }
  const view = JSON.stringify(searchedTermsView({ ...terms, windows: [], noShow: null }, ''));
  const bytes = utf8(`},"cancellation":${view.slice(0, -WITHOUT_NO_SHOW.length)}`);
  starts.keep(key, { refundability, freeUntilMs, timeZone, deadlineSource, bytes });
  return bytes;
}
