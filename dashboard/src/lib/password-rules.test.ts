import { describe, expect, it } from 'vitest';
import { meetsRules, passwordRules, passwordStrength } from './password-rules.ts';

describe('password rules', () => {
  it('a password must have 12 to 128 characters', () => {
    expect(meetsRules('a'.repeat(11), '')).toBe(false);
    expect(meetsRules('a'.repeat(12), '')).toBe(true);
    expect(meetsRules('a'.repeat(129), '')).toBe(false);
  });

  it('a password must not match the email address or the part before its @, ignoring case', () => {
    expect(meetsRules('Northern-Travel', 'northern-travel@example.com')).toBe(false);
    expect(meetsRules('Ana@Example.com', 'ana@example.com')).toBe(false);
    expect(meetsRules('ana@example.org', 'ana@example.com')).toBe(true);
  });

  it('an empty password meets no rule', () => {
    expect(passwordRules('', '').map(({ met }) => met)).toEqual([false, false]);
  });
});

describe('password strength', () => {
  it.each(['', 'aaaaaaaaaaaaaaaa', '1234567890123456', 'abcabcabcabc'])(
    'the password %j is rated as weak',
    password => {
      expect(passwordStrength(password)).toBe('weak');
    },
  );

  it('a short phrase is rated at least fair, and five unrelated words are rated strong', () => {
    expect(passwordStrength('summer in Rome')).not.toBe('weak');
    expect(passwordStrength('plum kettle orbit sandal lantern')).toBe('strong');
  });
});
