import { expect, test } from 'vitest';
import { OPERATOR_ACTOR, shownActor } from '../../platform/operations/operator/shown-actor.ts';
import { invitationMail } from './password-reset.ts';

const mailBy = (by: string) =>
  invitationMail({
    memberId: 'mbr_1',
    email: 'nora@northern.example',
    name: null,
    company: 'Northern Travel',
    by,
    signInLink: 'https://dashboard.example.com/sign-in#token',
    expiresAt: '2027-01-01T00:00:00Z',
  }).paragraphs.join(' ');

test('an invitation to a partner names the operator and not the staff member who sent it', () => {
  expect(mailBy(shownActor({ staff: false }, 'sam@operator.example', true))).toContain(
    'The operator has invited you to join Northern Travel',
  );
  expect(mailBy('operator-token')).toBe(mailBy(OPERATOR_ACTOR));
  expect(mailBy('ana@northern.example')).toContain('ana@northern.example has invited you');
  expect(mailBy('operator-token')).toContain('It expires on 1 Jan 2027, 00:00 UTC.');
});
