/** Programs of the system that benchmarks compare with or measure by. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian keeps servers in a folder that an ordinary user's PATH lacks. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** The path of a program; throws with the command that installs it. `debianPackage` is the program's name unless said. */
export function findProgram(name: string, debianPackage: string = name): string {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS];
  const found = folders.map(folder => join(folder, name)).find(isExecutable);
  if (found !== undefined) return found;
  throw new Error(`${name} is needed and not installed. On Debian: apt-get install ${debianPackage}`);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
