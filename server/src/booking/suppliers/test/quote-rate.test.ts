import { expect, it } from 'vitest';
import { parseRateTokens, writeRateTokens } from './quote-rate.ts';

it('parseRateTokens reads back what writeRateTokens wrote', () => {
  const tokens = { rateKey: 'x-BB-FLEX', offerScenario: 'ok', quoteScenario: undefined } as const;
  expect(parseRateTokens(writeRateTokens(tokens))).toEqual(tokens);
});

it.each(['', 'x', '{}', '[]', '["x"]', '[1,null,null]', '["x",null,7]'])(
  'parseRateTokens rejects %j',
  text => {
    expect(parseRateTokens(text)).toBeUndefined();
  },
);
