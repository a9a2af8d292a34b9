import { expect, test } from 'vitest';
import { JsonBytes } from '../../platform/operations/json-bytes.ts';
import type { Terms } from '../terms/terms.ts';
import { searchedTermsView } from '../terms/terms-view.ts';
import { moneyParts } from './money-json.ts';
import { writeTerms } from './terms-json.ts';

const TERMS: Terms = {
  refundability: 'REFUNDABLE',
  freeUntilMs: Date.UTC(2027, 2, 10, 17),
  deadlineSource: 'PROPERTY_TIMEZONE',
  timeZone: 'Europe/Madrid',
  windows: [{ fromMs: null, toMs: null, penaltyMinor: 0 }],
  noShow: null,
};

test('terms that differ in one value only are memoised separately', () => {
  const others: Partial<Terms>[] = [
    {},
    { refundability: 'PARTIALLY_REFUNDABLE' },
    { freeUntilMs: null },
    { freeUntilMs: null, timeZone: null },
    { timeZone: 'Europe/Paris' },
    { timeZone: null },
    { deadlineSource: 'PROVIDER' },
  ];
  for (const other of [...others, ...others]) {
    const terms = { ...TERMS, ...other };
    const out = new JsonBytes();
    writeTerms(out, terms, moneyParts('EUR'));
    const view = JSON.stringify(searchedTermsView(terms, 'EUR'));
    expect(out.finish()).toBe(`},"cancellation":${view}}`);
  }
});
