import { expect, test } from 'vitest';
import { moreRows } from './more-rows.ts';

const failure = { message: 'The service cannot be reached.' } as never;

/** What happens when the user presses the button. */
function pressed(list: { isLast?: boolean; failure?: never }, hasHidden: boolean, isFolded = false) {
  const done: string[] = [];
  const more = list.isLast ? undefined : () => void done.push('loaded');
  const reveal = () => void done.push('revealed');
  moreRows({ more, failure: list.failure }, { hasHidden, isFolded, reveal })?.();
  return done;
}

test('the button shows hidden rows before it loads more', () => {
  expect(pressed({}, true)).toEqual(['revealed']);
  expect(pressed({}, false)).toEqual(['loaded']);
  expect(pressed({ isLast: true }, true)).toEqual(['revealed']);
  expect(pressed({ isLast: true }, false)).toEqual([]);
});

test('a folded list has no hidden rows, so the button loads more at once', () => {
  expect(pressed({}, true, true)).toEqual(['loaded']);
});

test('after a page could not be loaded, the button tries again', () => {
  expect(pressed({ failure }, true)).toEqual(['loaded']);
});
