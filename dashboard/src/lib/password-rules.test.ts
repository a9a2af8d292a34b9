import { describe, expect, it } from 'vitest';
import { meetsRules, passwordRules, passwordStrength } from './password-rules.ts';

describe('password rules', () => {
  it('require 12 to 128 characters', () => {
    expect(meetsRules('a'.repeat(11), '')).toBe(false);
    expect(meetsRules('a'.repeat(12), '')).toBe(true);
    expect(meetsRules('a'.repeat(129), '')).toBe(false);
  });

  it('reject the email address and the part before its @, ignoring case', () => {
    expect(meetsRules('Northern-Travel', 'northern-travel@example.com')).toBe(false);
    expect(meetsRules('Ana@Example.com', 'ana@example.com')).toBe(false);
    expect(meetsRules('ana@example.org', 'ana@example.com')).toBe(true);
  });

  it('are not met by an empty password', () => {
    expect(passwordRules('', '').map(({ met }) => met)).toEqual([false, false]);
  });
});

describe('password strength', () => {
  it.each(['', 'aaaaaaaaaaaaaaaa', '1234567890123456', 'abcabcabcabc'])('is weak for %j', password => {
    expect(passwordStrength(password)).toBe('weak');
  });

  it('is at least fair for a short phrase and strong for five unrelated words', () => {
    expect(passwordStrength('summer in Rome')).not.toBe('weak');
    expect(passwordStrength('plum kettle orbit sandal lantern')).toBe('strong');
  });
});
