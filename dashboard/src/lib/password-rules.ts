/** Rules for a new password and an estimate of its strength. Both are hints: the server decides. */
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@serai/contract/account/account-limits.ts';

interface PasswordRule {
  label: string;
  met: boolean;
}

export type PasswordStrength = 'weak' | 'fair' | 'strong';

export function passwordRules(password: string, email: string): PasswordRule[] {
  const { length } = password;
  return [
    {
      label: `${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
      met: length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH,
    },
    { label: 'Not your email address', met: password !== '' && !repeatsEmail(password, email) },
  ];
}

export function meetsRules(password: string, email: string): boolean {
  return passwordRules(password, email).every(({ met }) => met);
}

/** 50 bits withstand guessing over the network, and 70 bits withstand an attack on a stolen slow hash. */
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

/** Repeated and consecutive characters, as in `aaaa` or `1234`, do not count. */
function guessBits(password: string): number {
  const codes = [...password].map(character => character.codePointAt(0) ?? 0);
  const formatCount = codes.filter(
    (code, index) => index === 0 || Math.abs(code - (codes[index - 1] ?? 0)) > 1,
  );
  const variety = new Set(formatCount).size;
  const bitsEach = Math.log2(Math.max(2, Math.min(alphabetOf(password), variety * 4)));
  return formatCount.length * bitsEach;
}

function alphabetOf(password: string): number {
  let size = 0;
  if (/\p{Ll}/u.test(password)) size += 26;
  if (/\p{Lu}/u.test(password)) size += 26;
  if (/\d/.test(password)) size += 10;
  if (/[^\p{L}\d]/u.test(password)) size += 32;
  return size;
}
