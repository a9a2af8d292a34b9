import { expect, test } from 'vitest';
import { enteredValues, leftValues } from './picked-values.ts';

const option = (value: string, name = value) => ({ value, name });
const nameOf = (value: string) => value;

test('in a picker for any text, the typed text wins over a longer suggestion', () => {
  const found = [option('online'), option('on-request')];
  expect(enteredValues({ typed: 'on', found, isFreeText: true, nameOf })).toEqual(['on']);
  expect(enteredValues({ typed: 'on', found, isFreeText: false, nameOf })).toEqual(['online']);
});

test('an exact match wins over an earlier suggestion and over the case of the text', () => {
  const found = [option('goldplus'), option('Gold')];
  for (const isFreeText of [true, false])
    expect(enteredValues({ typed: ' gold ', found, isFreeText, nameOf })).toEqual(['Gold']);
  const countries = [option('ES', 'Spain (ES)')];
  const named = { found: countries, nameOf: () => 'Spain' };
  expect(leftValues({ ...named, typed: 'spain' })).toEqual(['ES']);
});

test('leaving the field does not select a suggestion', () => {
  expect(leftValues({ typed: 'on, silver', found: [option('online')], nameOf })).toEqual(['on', 'silver']);
});

test('a list with commas is added as it is', () => {
  const found = [option('online')];
  expect(enteredValues({ typed: 'on,silver,', found, isFreeText: false, nameOf })).toEqual(['on', 'silver']);
});
