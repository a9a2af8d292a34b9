import { expect, test } from 'vitest';
import { jsonTokens } from './json-tokens.ts';

const typesOf = (source: string) =>
  jsonTokens(source)
    .filter(({ type }) => type !== 'plain')
    .map(({ type, text }) => [type, text]);

test('keys, strings, numbers and words of JSON are distinguished', () => {
  expect(typesOf('{"a": "x", "b" : [-1.5e3, true, null]}')).toEqual([
    ['key', '"a"'],
    ['string', '"x"'],
    ['key', '"b"'],
    ['number', '-1.5e3'],
    ['boolean', 'true'],
    ['null', 'null'],
  ]);
});

test('no character is lost, even if the text is not valid JSON', () => {
  for (const source of ['{"a": "open\n  "b": 1', 'tru, --1 "x\\', '', '{ä: nul}\n\n']) {
    expect(
      jsonTokens(source)
        .map(({ text }) => text)
        .join(''),
    ).toBe(source);
  }
});

test('a string that is not closed ends with its line', () => {
  expect(typesOf('{"a": "open\n"b": 1}').at(-1)).toEqual(['number', '1']);
});
