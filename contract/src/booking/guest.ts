/** Names, titles and contact data of guests must not be logged. */
import { z } from 'zod';
import { rule } from '../shared/rule.ts';
import { lineOfText, withoutCardNumber } from '../shared/text.ts';
import { choice } from '../shared/values.ts';
import { childAge } from './occupancy.ts';

export const GUEST_TYPES = ['ADULT', 'CHILD'] as const;

const MAX_NAME = 80;

const personName = () => withoutCardNumber(lineOfText(MAX_NAME));

// Digits and common separators. Telephone numbers are not scanned for card numbers.
const PHONE = /^[+(]?[0-9][0-9 ()./-]{3,30}$/;

export const holder = () =>
  z.strictObject({
    firstName: personName(),
    lastName: personName(),
    email: z
      .email()
      .max(254)
      .optional()
      .describe('Required if `requirements.holderEmail` of the quote is true.'),
    phone: z
      .string()
      .regex(PHONE, { error: 'Use a telephone number, preferably with the country code: +34 93 000 00 00.' })
      .optional()
      .describe('Required if `requirements.holderPhone` of the quote is true.'),
  });

export const guest = () =>
  z
    .strictObject({
      type: choice(GUEST_TYPES),
      age: childAge()
        .optional()
        .describe('Required for a `CHILD`, as in the search. Not allowed for an `ADULT`.'),
      firstName: personName().optional(),
      lastName: personName().optional(),
      title: withoutCardNumber(lineOfText(20)).optional(),
    })
    .check(
      rule(['type', 'age'], function* ({ type, age }) {
        if (type === 'CHILD' && age === undefined) {
          yield { path: ['age'], code: 'AGE_REQUIRED', message: 'The age of a child is required.' };
        }
        if (type === 'ADULT' && age !== undefined) {
          yield { path: ['age'], code: 'AGE_NOT_ALLOWED', message: 'An age is not allowed for an adult.' };
        }
      }),
      rule(['firstName', 'lastName'], function* ({ firstName, lastName }) {
        if ((firstName === undefined) === (lastName === undefined)) return;
        const path = [firstName === undefined ? 'firstName' : 'lastName'];
        yield { path, code: 'NAME_INCOMPLETE', message: 'Specify both first and last name, or neither.' };
      }),
    );

const erasable = () => z.string().nullable().describe('Null if it was not given or has been erased.');

export const holderRecord = () =>
  z.strictObject({
    firstName: erasable(),
    lastName: erasable(),
    email: erasable(),
    phone: erasable(),
  });

export const guestRecord = () =>
  z.strictObject({
    type: choice(GUEST_TYPES),
    age: childAge().nullable().describe('Null for an `ADULT`.'),
    firstName: erasable(),
    lastName: erasable(),
    title: erasable(),
  });
