import { expect, it } from 'vitest';
import { parseRateTokens, writeRateTokens } from './rate-tokens.ts';

it('reads what it wrote', () => {
  const tokens = { rateKey: 'x-BB-FLEX', offerScenario: 'ok', quoteScenario: undefined } as const;
  expect(parseRateTokens(writeRateTokens(tokens))).toEqual(tokens);
});

it.each(['', 'x', '{}', '[]', '["x"]', '[1,null,null]', '["x",null,7]'])('takes nothing from %j', text => {
  expect(parseRateTokens(text)).toBeUndefined();
});
