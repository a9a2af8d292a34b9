/** Assembles the pricing area. Its result implements the interface that booking declares. */
import { withFxMargin } from './fx-margin.ts';
import type { LiveRules } from './live-rules.ts';
import { type PricedSearch, reprice, SearchPrices } from './price-search.ts';

export function pricingOf(rules: LiveRules) {
  return {
    exchangeRate: (rate: string) => withFxMargin(rate, rules.fxMarginPercent),
    async open(search: PricedSearch): Promise<SearchPrices | undefined> {
      const compiled = await rules.of(search.organisationId);
      if (compiled === undefined) return undefined;
      const { checkIn, nights, nationality, nowMs } = search;
      const found = compiled.open({ checkIn, nights, nationality, bookedAtMs: nowMs });
      return found && new SearchPrices(found, search);
    },
    reprice,
  };
}
