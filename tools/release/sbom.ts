/** `npm run sbom [file]`: writes the installed packages as a CycloneDX document. Reads only the lockfile. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const file = resolve(process.argv[2] ?? 'serai.cdx.json');
const ASKED = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--omit', 'dev'];

const { stdout } = await promisify(execFile)('npm', ASKED, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
const document = JSON.parse(stdout);
// npm names the root package after its folder.
Object.assign(document.metadata.component, { name: 'serai', type: 'application' });
await writeFile(file, `${JSON.stringify(document, null, 2)}\n`);
console.log(`${file}: ${document.components.length} packages, CycloneDX ${document.specVersion}`);
