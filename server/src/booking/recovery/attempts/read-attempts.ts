/** Reads the log of attempts, of every process that wrote into the folder. */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type AttemptLine, attemptSeal, readLine } from './attempt-line.ts';
import { ATTEMPT_FILE } from './attempt-log.ts';

export interface AttemptFiles {
  names: string[];
  /** Lines in pages, in the order of each file. */
  read(): AsyncGenerator<AttemptLine[]>;
  /** Lines that the last reading could not read: the tail of a crash, or of another master key. */
  unreadable(): number;
  /** False: there were lines, and the last reading could read none of them. */
  isReadable(): boolean;
}

const PAGE = 200;
const DAY_MS = 86_400_000;

/** Files that may hold what was sent since. Clocks of processes differ, so a day more. */
export async function findAttemptFiles(
  folder: string,
  masterKey: Buffer,
  sinceMs: number,
): Promise<AttemptFiles> {
  const from = new Date(sinceMs - DAY_MS).toISOString().slice(0, 10);
  const found = await readdir(folder).catch(error => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const names = found.filter(name => (ATTEMPT_FILE.exec(name)?.[1] ?? '') >= from).sort();
  const seal = attemptSeal(masterKey);
  let [readable, unreadable] = [0, 0];
  async function* read() {
    readable = 0;
    unreadable = 0;
    for (const name of names) {
      let page: AttemptLine[] = [];
      for await (const text of createInterface({ input: createReadStream(join(folder, name)) })) {
        if (text === '') continue;
        const line = readLine(seal, text);
        if (line === undefined) unreadable += 1;
        else {
          readable += 1;
          page.push(line);
        }
        if (page.length < PAGE) continue;
        yield page;
        page = [];
      }
      if (page.length > 0) yield page;
    }
  }
  return { names, read, unreadable: () => unreadable, isReadable: () => readable > 0 || unreadable === 0 };
}
