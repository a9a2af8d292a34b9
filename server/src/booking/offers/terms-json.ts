/** Writes the cancellation terms of an offer as JSON. */
import { Memo } from '../../platform/cache/memo.ts';
import { type JsonBytes, utf8 } from '../../platform/operations/json-bytes.ts';
import { instantText } from '../../platform/time/zoned-time.ts';
import type { PenaltyWindow, Terms } from '../terms/terms.ts';
import { momentView, searchedTermsView } from '../terms/terms-view.ts';
import { KnownParts } from './known-parts.ts';
import { type MoneyParts, writeAmount } from './money-json.ts';

const WITHOUT_NO_SHOW = '],"noShow":null}';

const PART = {
  null: utf8('null'),
  noShow: utf8('],"noShow":{"penalty":{"amount":"'),
  withoutNoShow: utf8(`${WITHOUT_NO_SHOW}}`),
  end: utf8('}}}'),
} as const;

const MAX_INSTANTS = 4_096;
const instants = new Memo<number, Uint8Array>(MAX_INSTANTS);

/** Up to the end of the offer. */
export function writeTerms(out: JsonBytes, terms: Terms, money: MoneyParts): void {
  const { windows, noShow } = terms;
  out.raw(termsStart(terms));
  for (let i = 0; i < windows.length; i++) {
    const window = windows[i] as PenaltyWindow;
    out.raw(windowStart(window, i === 0));
    writeAmount(out, window.penaltyMinor, money, money.endOfObject);
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

interface KnownWindow extends Pick<PenaltyWindow, 'fromMs' | 'toMs'> {
  isFirst: boolean;
  bytes: Uint8Array;
}

/** By end, or by start if the window has no end. */
const knownWindows = new KnownParts<number | null, KnownWindow>();

/** Everything before the digits of the penalty. */
function windowStart({ fromMs, toMs }: PenaltyWindow, isFirst: boolean): Uint8Array {
  const key = toMs ?? fromMs;
  for (const known of knownWindows.of(key)) {
    if (known.fromMs === fromMs && known.toMs === toMs && known.isFirst === isFirst) return known.bytes;
  }
  const times = JSON.stringify({ from: momentView(fromMs), to: momentView(toMs) }).slice(0, -1);
  const bytes = utf8(`${isFirst ? '' : ','}${times},"penalty":{"amount":"`);
  knownWindows.keep(key, { fromMs, toMs, isFirst, bytes });
  return bytes;
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
