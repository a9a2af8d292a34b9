/**
 * Finds programs for measurements and comparisons: installed, or downloaded from Debian's packages without root.
 */
import { type DebianProgram, debianPackage } from '../../server/test/debian-package.ts';

/** Paths inside the packages. */
const PROGRAMS = {
  wrk: { name: 'wrk', binary: 'usr/bin/wrk' },
  nginx: { name: 'nginx', binary: 'usr/sbin/nginx' },
  haproxy: { name: 'haproxy', binary: 'usr/sbin/haproxy' },
  pgbench: { name: 'postgresql', binary: 'usr/lib/postgresql/*/bin/pgbench' },
  taskset: { name: 'util-linux', binary: 'usr/bin/taskset' },
} as const;

const found = new Map<string, Promise<DebianProgram | undefined>>();

/** If the program is not available, throws an error that names the package to install. */
export async function findProgram(program: keyof typeof PROGRAMS): Promise<DebianProgram> {
  const { name, binary } = PROGRAMS[program];
  const search = found.get(program) ?? debianPackage(name, binary);
  found.set(program, search);
  const path = await search;
  if (path === undefined) throw new Error(`${program} is needed. On Debian: apt-get install ${name}`);
  return path;
}
