import { describe, expect, it } from 'vitest';
import { BOARD_CODES } from '../shared/lodging.ts';
import { BOARDS, CATEGORIES, nameIn } from './code-lists.ts';
import { FACILITIES, FACILITY_GROUPS } from './facility-list.ts';

describe('code lists', () => {
  it.each([
    ['boards', BOARDS],
    ['categories', CATEGORIES],
    ['facilities', FACILITIES],
  ])('the list of %s has unique codes, each with a name in every language', (_, list) => {
    expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
    for (const { code, name } of list) {
      expect(code).toMatch(/^[A-Z0-9_]{2,32}$/);
      expect(Object.values(name).every(text => text.trim() === text && text !== '')).toBe(true);
    }
  });

  it('the board list contains every board code in the order of the contract', () => {
    expect(BOARDS.map(({ code }) => code)).toEqual([...BOARD_CODES]);
  });

  it('the facility list uses every facility group', () => {
    expect(new Set(FACILITIES.map(({ group }) => group))).toEqual(new Set(FACILITY_GROUPS));
  });

  it.each([
    ['es', 'Media pensión', 'es'],
    ['es-MX', 'Media pensión', 'es'],
    ['ES', 'Media pensión', 'es'],
    ['fr', 'Half board', 'en'],
    [undefined, 'Half board', 'en'],
  ])('nameIn returns the name for %s and the language of that name', (language, name, said) => {
    expect(nameIn({ en: 'Half board', es: 'Media pensión' }, language)).toEqual({ name, language: said });
  });
});
