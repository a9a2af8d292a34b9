import { expect, test } from 'vitest';
import { doubtText, sentence, vetoText, weightText } from './mapping-words.ts';

test('doubtText returns the alarm if there is one, and otherwise why the match is uncertain', () => {
  expect(doubtText('ALARM', 'RENAMED')).toBe('Name changed');
  expect(doubtText('MARGIN', null)).toBe('Several candidates match');
  expect(doubtText(null, null)).toBe('–');
});

test('mapping codes that the dashboard does not know are shown as words', () => {
  expect(vetoText('SOMETHING_NEW')).toBe('Something new');
  expect(sentence('WITHIN_50_M')).toBe('Within 50 m');
});

test('the weights of mapping evidence are shown with a sign and one decimal', () => {
  expect([4.84, -2.1, 0].map(weightText)).toEqual(['+4.8', '−2.1', '+0.0']);
});
