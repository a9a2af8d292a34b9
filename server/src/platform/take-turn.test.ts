import { expect, test } from 'vitest';
import { takeTurn } from './take-turn.ts';

test('everybody gets a turn in the order of asking, and others are heard in between', async () => {
  const heard: string[] = [];
  const others = (async () => {
    for (let i = 0; i < 20; i++) {
      await new Promise(resolve => setImmediate(resolve));
      heard.push('other');
    }
  })();
  await Promise.all(
    ['a', 'b', 'c'].map(async name => {
      await takeTurn();
      heard.push(name);
    }),
  );
  await others;
  const turns = heard.join(' ');
  expect(turns).toMatch(/^(other )*a( other)+ b( other)+ c( other)*$/);
});
