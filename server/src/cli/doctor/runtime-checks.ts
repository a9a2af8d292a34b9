/** The Node that runs this. Pure: facts in, findings out. */
import { type CheckResult, ok, problem, warning } from './check-result.ts';

/** Runs TypeScript without a flag, and has had argon2 for passwords since this version. */
const OLDEST = [24, 7] as const;

export function nodeVersionCheck(version: string): CheckResult {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const enough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  return enough
    ? ok('Node', `version ${version}`)
    : problem(
        'Node',
        `version ${version} is too old; ${OLDEST.join('.')} is the oldest that works.`,
        'Use npm start or the serai command, which bring their own.',
      );
}

/** `pinned` is the version that the installed packages carry; undefined where none is packaged. */
export function pinnedNodeCheck(version: string, pinned: string | undefined): CheckResult {
  if (pinned === undefined) {
    return warning(
      'Packaged Node',
      'No Node is packaged for this machine; its own is used.',
      `Keep it close to the tested version.`,
    );
  }
  return version === pinned
    ? ok('Packaged Node', `this is the packaged ${pinned}`)
    : warning(
        'Packaged Node',
        `this is Node ${version}, tested is ${pinned}.`,
        'Run Serai with npm start or the serai command.',
      );
}
