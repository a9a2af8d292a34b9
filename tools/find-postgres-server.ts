/** Exits 0 when a PostgreSQL server of Debian's packages is at hand or could be fetched, else 1 after saying why. */
import { debianPackage } from '../server/test/debian-package.ts';

const program = await debianPackage('postgresql', 'usr/lib/postgresql/*/bin/postgres');
process.exitCode = program === undefined ? 1 : 0;
