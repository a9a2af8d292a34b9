/** What one check of the doctor found. */
export interface CheckResult {
  name: string;
  state: 'ok' | 'warning' | 'problem';
  message: string;
  /** How to mend it; null when there is nothing to mend. */
  mend: string | null;
}

export function ok(name: string, message: string): CheckResult {
  return { name, state: 'ok', message, mend: null };
}

export function warning(name: string, message: string, mend: string): CheckResult {
  return { name, state: 'warning', message, mend };
}

export function problem(name: string, message: string, mend: string): CheckResult {
  return { name, state: 'problem', message, mend };
}
