import { expect, test } from 'vitest';
import { peopleSafe } from './people.ts';

const safe = peopleSafe(Buffer.alloc(32, 7));
const mark = (name: string) => safe.holderMark('org_a', name).toString('hex');

test.each([
  ['Ødegård', 'ODEGARD'],
  ['Đorđević', 'dordevic'],
  ['Wałęsa', 'walesa'],
  ['Weiß', 'WEISS'],
  ['Bjæ Þór', 'bjae thor'],
  ['Lebœuf', 'leboeuf'],
  ['Guðmundsdóttir', 'Gudmundsdottir'],
  ['Ħaż-Żebbuġ', 'haz-zebbug'],
  ['Yıldız', 'YILDIZ'],
  ['İnönü', 'inonu'],
])('the name %s is found when searching for %s', (name, typed) => {
  expect(mark(typed)).toBe(mark(name));
});

test.each([
  ['Odegard', 'Odegaard'],
  ['Weiss', 'Weis'],
])('the name %s is not found when searching for %s', (name, other) => {
  expect(mark(name)).not.toBe(mark(other));
});
