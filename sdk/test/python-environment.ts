/**
 * A virtual environment with everything that the tests of the Python SDK need. It is created once and kept in
 * `.cache/python`. The project itself needs no Python.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Finished, startProgram } from '../../e2e/child-process.ts';
import { repositoryRoot } from '../../server/test/architecture/read-sources.ts';

export const PACKAGE = join(repositoryRoot, 'sdk-python');
const REQUIREMENTS = join(PACKAGE, 'requirements-test.txt');
const NAMES = ['python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10', 'python3', 'python'];

export interface PythonEnvironment {
  python: string;
  version: string;
  run(args: readonly string[], env?: Record<string, string>): Promise<Finished>;
}

/** Returns the reason if the environment cannot be created on this machine. */
export async function pythonEnvironment(): Promise<PythonEnvironment | string> {
  const found = await findPython();
  if (!found) return 'Python 3.10 or later was not found. Set SERAI_PYTHON to its path.';
  const hash = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 8);
  const folder = join(repositoryRoot, '.cache/python', `${found.version}-${hash}`);
  if (!existsSync(folder)) {
    const failed = await create(found.path, folder);
    if (failed !== undefined) return failed;
  }
  const python = join(folder, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
  return {
    python,
    version: found.version,
    run: (args, env = {}) =>
      execute(python, args, {
        PYTHONPATH: [join(PACKAGE, 'src'), join(PACKAGE, 'tests')].join(delimiter),
        ...env,
      }),
  };
}

async function execute(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Finished> {
  const { PATH, HOME } = process.env;
  const { out, err, ended } = startProgram(program, args, {
    cwd: PACKAGE,
    env: { PATH, HOME, PYTHONDONTWRITEBYTECODE: '1', ...env },
  });
  return { code: await ended, out: out(), err: err() };
}

async function findPython(): Promise<{ path: string; version: string } | undefined> {
  const code = 'import sys, venv; print(sys.executable, *sys.version_info[:2])';
  for (const name of process.env.SERAI_PYTHON ? [process.env.SERAI_PYTHON] : NAMES) {
    const { code: status, out } = await execute(name, ['-c', code]).catch(() => ({ code: 1, out: '' }));
    const [, path, major, minor] = /^(.+) (\d+) (\d+)\s*$/.exec(status === 0 ? out : '') ?? [];
    if (path && Number(major) === 3 && Number(minor) >= 10) return { path, version: `${major}.${minor}` };
  }
  return undefined;
}

/** Created under another name first, so that an interrupted installation is not used later. */
async function create(path: string, folder: string): Promise<string | undefined> {
  const draft = `${folder}.${process.pid}`;
  const install = [
    '-m',
    'pip',
    'install',
    '-q',
    '--disable-pip-version-check',
    '--retries',
    '1',
    '-r',
    REQUIREMENTS,
  ];
  const made = await execute(path, ['-m', 'venv', draft]);
  const bin = join(draft, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
  const installed = made.code === 0 ? await execute(bin, install) : made;
  if (installed.code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    return `The Python packages could not be installed: ${installed.err.trim().split('\n').at(-1)}`;
  }
  renameSync(draft, folder);
  return undefined;
}
