/** Finds a Chromium for tests: an installed one, otherwise the one in the npm package. */
import { execFile } from 'node:child_process';
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { withLock } from '../../../tools/process/lock.mjs';

export interface FoundChromium {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

const SYSTEM_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** In containers, tests run as root, and Chromium's sandbox does not work for root. */
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--in-process-gpu'];

/** The package unpacks into the temporary folder of its process and reuses what it finds there. */
const UNPACK = `
  const { default: chromium, inflate } = await import('@sparticuz/chromium');
  const { getBinPath } = await import(new URL('./paths.js', import.meta.resolve('@sparticuz/chromium')));
  await inflate(getBinPath() + '/al2023.tar.br');
  process.stdout.write(await chromium.executablePath());
`;

export async function findChromium(): Promise<FoundChromium> {
  const installed = SYSTEM_PATHS.find(isExecutable);
  if (installed !== undefined) return { executablePath: installed, args: ARGS, env: {} };
  return chromiumFromNpm();
}

export async function chromiumFromNpm(): Promise<FoundChromium> {
  const folder = join(tmpdir(), `serai-chromium-${packageVersion()}`);
  mkdirSync(folder, { recursive: true });
  // The package cannot detect that another process is still unpacking.
  const { stdout } = await withLock(join(folder, 'lock'), { onWait: () => {} }, () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK], {
      cwd: import.meta.dirname,
      env: { PATH: process.env.PATH, TMPDIR: folder },
    }),
  );
  return {
    executablePath: stdout,
    args: [...ARGS, '--no-zygote', '--disable-gpu'],
    env: {
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_FILE: writeFontConfig(folder),
      HOME: folder,
    },
  };
}

/**
 * The configuration in the package names folders of another system. Without any font, Chromium shows no text, and it
 * crashes when a character needs another font.
 */
function writeFontConfig(folder: string): string {
  const file = join(folder, 'fonts.conf');
  const folders = [join(folder, 'fonts'), '/usr/share/fonts'].map(path => `<dir>${path}</dir>`);
  const cache = `<cachedir>${join(folder, 'fonts-cache')}</cachedir>`;
  writeFileSync(
    file,
    `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>${folders.join('')}${cache}</fontconfig>\n`,
  );
  return file;
}

function packageVersion(): string {
  const main = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  return JSON.parse(readFileSync(join(main, '../../package.json'), 'utf8')).version;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
