import { expect, test } from 'vitest';
import { mailtoUrl, telUrl } from './contact-urls.ts';

test('a phone link contains only the digits and the plus sign of a number', () => {
  expect(telUrl('+34 (910) 000-000')).toBe('tel:+34910000000');
});

test('a phone link leaves out the zero in brackets after a country code, except in Italy', () => {
  expect(telUrl('+44 (0)20 7946 0000')).toBe('tel:+442079460000');
  expect(telUrl('0049(0)30 1234')).toBe('tel:0049301234');
  expect(telUrl('+39 (0)6 1234')).toBe('tel:+39061234');
  expect(telUrl('(0)20 7946 0000')).toBe('tel:02079460000');
});

test('an email link encodes its address, its subject and its lines, so that they cannot add other fields', () => {
  expect(mailtoUrl('help@provider.example')).toBe('mailto:help@provider.example');
  expect(mailtoUrl('a?bcc=x@provider.example')).toBe('mailto:a%3Fbcc%3Dx@provider.example');
  expect(mailtoUrl('help@provider.example', { subject: 'A&bcc=x', body: 'One\nTwo' })).toBe(
    'mailto:help@provider.example?subject=A%26bcc%3Dx&body=One%0D%0ATwo',
  );
});
