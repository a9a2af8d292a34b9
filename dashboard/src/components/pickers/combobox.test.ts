import { expect, test } from 'vitest';
import { isMatch } from './combobox.tsx';

const option = { value: 'prt_1', name: 'Ödland Reisen', hint: 'gold' };

test.each(['', 'öd', 'ODL', 'reis', 'reisen odland', 'gold', 'prt_1'])(
  'the text "%s" finds the option',
  typed => {
    expect(isMatch(option, typed)).toBe(true);
  },
);

test.each(['eisen', 'odland x', 'prt_2'])('the text "%s" does not find the option', typed => {
  expect(isMatch(option, typed)).toBe(false);
});
