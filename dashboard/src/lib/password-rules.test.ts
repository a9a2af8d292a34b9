import { describe, expect, it } from 'vitest';
import { keepsRules, passwordRules, passwordStrength } from './password-rules.ts';

describe('a new password', () => {
  it('needs 12 to 128 characters', () => {
    expect(keepsRules('a'.repeat(11), '')).toBe(false);
    expect(keepsRules('a'.repeat(12), '')).toBe(true);
    expect(keepsRules('a'.repeat(129), '')).toBe(false);
  });

  it('is not the email address or what stands before its @, in whatever case', () => {
    expect(keepsRules('Northern-Travel', 'northern-travel@example.com')).toBe(false);
    expect(keepsRules('Ana@Example.com', 'ana@example.com')).toBe(false);
    expect(keepsRules('ana@example.org', 'ana@example.com')).toBe(true);
  });

  it('keeps no rule while nothing is typed', () => {
    expect(passwordRules('', '').map(({ kept }) => kept)).toEqual([false, false]);
  });
});

describe('the strength of a password', () => {
  it.each(['', 'aaaaaaaaaaaaaaaa', '1234567890123456', 'abcabcabcabc'])('is weak for %j', password => {
    expect(passwordStrength(password)).toBe('weak');
  });

  it('is fair for a common sentence, strong for a long one', () => {
    expect(passwordStrength('summer in Rome')).not.toBe('weak');
    expect(passwordStrength('plum kettle orbit sandal lantern')).toBe('strong');
  });
});
