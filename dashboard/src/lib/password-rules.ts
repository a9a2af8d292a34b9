/** What a new password must fulfil, and how hard it is to guess. A hint for the person: the server decides. */
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@serai/contract/account/fields.ts';

export interface PasswordRule {
  label: string;
  kept: boolean;
}

export type PasswordStrength = 'weak' | 'fair' | 'strong';

export function passwordRules(password: string, email: string): PasswordRule[] {
  const { length } = password;
  return [
    {
      label: `${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
      kept: length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH,
    },
    { label: 'Not your email address', kept: password !== '' && !repeatsEmail(password, email) },
  ];
}

export function keepsRules(password: string, email: string): boolean {
  return passwordRules(password, email).every(({ kept }) => kept);
}

/** Fifty bits outlast guessing over the network, seventy a stolen slow hash. */
export function passwordStrength(password: string): PasswordStrength {
  const bits = guessBits(password);
  if (bits < 50) return 'weak';
  return bits < 70 ? 'fair' : 'strong';
}

function repeatsEmail(password: string, email: string): boolean {
  const typed = password.trim().toLowerCase();
  const whole = email.trim().toLowerCase();
  return whole !== '' && (typed === whole || typed === whole.split('@')[0]);
}

/** Letters that repeat or follow the one before, as in `aaaa` and `1234`, add nothing. */
function guessBits(password: string): number {
  const codes = [...password].map(character => character.codePointAt(0) ?? 0);
  const counted = codes.filter((code, index) => index === 0 || Math.abs(code - (codes[index - 1] ?? 0)) > 1);
  const variety = new Set(counted).size;
  const bitsEach = Math.log2(Math.max(2, Math.min(alphabetOf(password), variety * 4)));
  return counted.length * bitsEach;
}

function alphabetOf(password: string): number {
  let size = 0;
  if (/\p{Ll}/u.test(password)) size += 26;
  if (/\p{Lu}/u.test(password)) size += 26;
  if (/\d/.test(password)) size += 10;
  if (/[^\p{L}\d]/u.test(password)) size += 32;
  return size;
}
