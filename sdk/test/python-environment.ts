/**
 * Finds Python and the packages that the tests of the Python SDK need. Packages that are missing are installed once
 * into `.cache/python`. The project itself needs no Python.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Finished, signalGroup, startProgram, within } from '../../e2e/child-process.ts';
import { repositoryRoot } from '../../tools/install.mjs';

export const PACKAGE = join(repositoryRoot, 'sdk-python');
const CACHE = join(repositoryRoot, '.cache/python');
const NAMES = ['python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python3', 'python'];
const INSTALL_MS = 180_000;
const RUN_MS = 100_000;

export interface PythonEnvironment {
  version: string;
  /** Path of the interpreter. */
  path: string;
  /** What a program needs that is started in another way: arguments of the interpreter, and the search path. */
  environment: { args: readonly string[]; pythonPath: string };
  /** `paths` come before the packages in the search path of Python. The default is the source of the SDK. */
  run(args: readonly string[], options?: RunOptions): Promise<Finished>;
}

interface RunOptions {
  env?: Record<string, string>;
  paths?: readonly string[];
}

interface Interpreter {
  path: string;
  version: string;
  /** Whether all required modules are installed already. */
  hasModules: boolean;
}

/**
 * `requirements` is a file in sdk-python, and `modules` are the modules that it provides. Returns the reason if the
 * tests cannot run on this machine.
 */
export async function pythonEnvironment(
  requirements: string,
  modules: readonly string[],
): Promise<PythonEnvironment | string> {
  const found = await findPython(modules);
  if (!found) return 'Python 3.10 or later was not found. Install it, or set SERAI_PYTHON to its path.';
  const { path, version, hasModules } = found;
  const installed = hasModules ? [] : await installPackages(found, join(PACKAGE, requirements));
  if (typeof installed === 'string') return installed;
  // Without `-S`, packages of this machine could take part in the tests.
  const isolation = hasModules ? [] : ['-S'];
  return {
    version,
    path,
    environment: { args: isolation, pythonPath: installed.join(delimiter) },
    run: (args, { env = {}, paths = [join(PACKAGE, 'src')] } = {}) =>
      execute(path, [...isolation, ...args], {
        PYTHONPATH: [...paths, join(PACKAGE, 'tests'), ...installed].join(delimiter),
        ...env,
      }),
  };
}

async function execute(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  limitMs = RUN_MS,
): Promise<Finished> {
  const { PATH, HOME } = process.env;
  const running = startProgram(program, args, { cwd: PACKAGE, env: { PATH, HOME, ...env } });
  const code = await within(limitMs, running.ended, () => {
    signalGroup(running.child, 'SIGKILL');
    return `${program} ${args.join(' ')} did not end:\n${running.out()}${running.err()}`;
  });
  return { code, out: running.out(), err: running.err() };
}

async function findPython(modules: readonly string[]): Promise<Interpreter | undefined> {
  const code = `import sys, importlib.util
missing = [name for name in ${JSON.stringify(modules)} if importlib.util.find_spec(name) is None]
print(sys.executable, *sys.version_info[:2], len(missing))`;
  for (const name of process.env.SERAI_PYTHON ? [process.env.SERAI_PYTHON] : NAMES) {
    const { code: status, out } = await execute(name, ['-c', code], {}).catch(() => ({ code: 1, out: '' }));
    const [, path, major, minor, missing] = /^(.+) (\d+) (\d+) (\d+)\s*$/.exec(status === 0 ? out : '') ?? [];
    if (path && Number(major) === 3 && Number(minor) >= 10) {
      return { path, version: `${major}.${minor}`, hasModules: missing === '0' };
    }
  }
  return undefined;
}

/** Returns the folder with the packages, or the reason why they could not be installed. */
async function installPackages({ path, version }: Interpreter, file: string): Promise<string[] | string> {
  const contents = [file, join(PACKAGE, 'requirements-test.txt')].map(each => readFileSync(each, 'utf8'));
  const hash = createHash('sha256').update(contents.join()).digest('hex').slice(0, 8);
  const folder = join(CACHE, `${version}-${hash}`);
  if (existsSync(folder)) return [folder];
  // Installed under another name first, so that an interrupted installation is not used later.
  const draft = `${folder}.${process.pid}`;
  const options = ['--disable-pip-version-check', '--retries', '0', '--timeout', '10', '--no-compile'];
  const args = ['-m', 'pip', 'install', '-q', ...options, '--target', draft, '-r', file];
  mkdirSync(CACHE, { recursive: true });
  const { code, err } = await execute(path, args, pipEnvironment(), INSTALL_MS).catch(error => ({
    code: 1,
    err: String(error),
  }));
  try {
    if (code !== 0)
      return `The Python packages could not be installed. Check that pip can reach an index. ${reasonOf(err)}`;
    if (!existsSync(folder)) renameSync(draft, folder);
    return [folder];
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Proxies, certificates and the settings of pip. */
function pipEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(PIP_|SSL_|REQUESTS_)|_proxy$/i.test(name)),
  );
}

function reasonOf(err: string): string {
  const lines = err.trim().split('\n');
  return lines.findLast(line => line.startsWith('ERROR')) ?? lines.at(-1) ?? '';
}
