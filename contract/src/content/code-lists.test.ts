import { describe, expect, it } from 'vitest';
import { BOARD_CODES } from '../shared/lodging.ts';
import { BOARDS, CATEGORIES, nameIn } from './code-lists.ts';
import { FACILITIES, FACILITY_GROUPS } from './facility-list.ts';

describe('the code lists', () => {
  it.each([
    ['boards', BOARDS],
    ['categories', CATEGORIES],
    ['facilities', FACILITIES],
  ])('%s: each code once, each with a name in every language', (_, list) => {
    expect(new Set(list.map(({ code }) => code)).size).toBe(list.length);
    for (const { code, name } of list) {
      expect(code).toMatch(/^[A-Z0-9_]{2,32}$/);
      expect(Object.values(name).every(text => text.trim() === text && text !== '')).toBe(true);
    }
  });

  it('explain every board code, in the order of the interface', () => {
    expect(BOARDS.map(({ code }) => code)).toEqual([...BOARD_CODES]);
  });

  it('use every group of facilities', () => {
    expect(new Set(FACILITIES.map(({ group }) => group))).toEqual(new Set(FACILITY_GROUPS));
  });

  it.each([
    ['es', 'Media pensión', 'es'],
    ['es-MX', 'Media pensión', 'es'],
    ['ES', 'Media pensión', 'es'],
    ['fr', 'Half board', 'en'],
    [undefined, 'Half board', 'en'],
  ])('asked for %s, say the name and the language it is in', (language, name, said) => {
    expect(nameIn({ en: 'Half board', es: 'Media pensión' }, language)).toEqual({ name, language: said });
  });
});
