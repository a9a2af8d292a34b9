/**
 * Exits with 0 if a PostgreSQL server from Debian's packages is installed or can be downloaded. Otherwise prints
 * the reason and exits with 1.
 */
import { debianPackage } from '../server/test/debian-package.ts';

const program = await debianPackage('postgresql', 'usr/lib/postgresql/*/bin/postgres');
process.exitCode = program === undefined ? 1 : 0;
