import { inspectSettings } from '../../config.ts';
import { type CheckResult, ok, problem } from './check-result.ts';

export function settingsCheck(env: NodeJS.ProcessEnv | undefined): CheckResult {
  const settings = inspectSettings(env);
  const wrong = settings.filter(setting => setting.problem !== undefined);
  if (wrong.length > 0) {
    const problems = wrong.map(setting => `${setting.name}: ${setting.problem}`).join('; ');
    return problem(
      'Settings',
      problems,
      'Correct them in the environment; serai settings lists what each takes.',
    );
  }
  const given = settings.filter(setting => setting.source !== 'default').length;
  return ok('Settings', `${given} from the environment, ${settings.length - given} by default`);
}
