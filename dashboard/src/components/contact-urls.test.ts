import { expect, test } from 'vitest';
import { mailtoUrl, telUrl } from './contact-urls.ts';

test('a phone link contains only the digits and the plus sign of a number', () => {
  expect(telUrl('+34 (910) 000-000')).toBe('tel:+34910000000');
});

test('an email link encodes its subject and its lines, so that they cannot add other fields', () => {
  expect(mailtoUrl('help@provider.example')).toBe('mailto:help@provider.example');
  expect(mailtoUrl('help@provider.example', { subject: 'A&bcc=x', body: 'One\nTwo' })).toBe(
    'mailto:help@provider.example?subject=A%26bcc%3Dx&body=One%0D%0ATwo',
  );
});
