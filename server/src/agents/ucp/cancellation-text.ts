/**
 * The cancellation terms of a session in words. Penalties are stated as a share of the price, because consumers must not
 * see amounts of the net price. Pure.
 */
import type { CancellationTerms } from '@serai/contract/booking/cancellation-terms.ts';
import type { Money } from '@serai/contract/shared/money.ts';
import { fromMoney } from '../../platform/money/minor-units.ts';
import { zonedText } from '../../platform/time/zoned-time.ts';

export function cancellationText(terms: CancellationTerms, net: Money): string {
  const { windows, noShow, propertyTimeZone: zone } = terms;
  const sentences = windows.map(({ from, to, penalty }) => {
    const cost = costText(penalty, net);
    if (from === null && to === null) return `Cancellation ${cost}.`;
    if (from === null) return `Cancellation ${cost} until ${timeText(to as string, zone)}.`;
    return `From ${timeText(from, zone)}, cancellation ${cost}.`;
  });
  if (noShow !== null) sentences.push(`A no-show ${costText(noShow.penalty, net)}.`);
  return sentences.join(' ');
}

function costText(penalty: Money, net: Money): string {
  const cost = BigInt(fromMoney(penalty));
  const price = BigInt(fromMoney(net));
  if (cost === 0n) return 'is free';
  if (cost >= price) return 'costs the full price';
  // Rounded up, so that the stated share is never lower than the real one.
  const tenths = (cost * 1_000n + price - 1n) / price;
  return `costs ${tenths / 10n}${tenths % 10n === 0n ? '' : `.${tenths % 10n}`} % of the price`;
}

function timeText(instant: string, zone: string | null): string {
  const text = zone === null ? instant : zonedText(Date.parse(instant), zone);
  return `${text.slice(0, 10)} ${text.slice(11, 16)} (${zone ?? 'UTC'})`;
}
