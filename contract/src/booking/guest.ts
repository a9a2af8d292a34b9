/** People of a booking. Nothing of them may be logged. */
import { z } from 'zod';
import { rule } from '../shared/rule.ts';
import { lineOfText, withoutCardNumber } from '../shared/text.ts';
import { choice } from '../shared/values.ts';
import { childAge } from './occupancy.ts';

export const GUEST_TYPES = ['ADULT', 'CHILD'] as const;

const MAX_NAME = 80;

const personName = () => withoutCardNumber(lineOfText(MAX_NAME));

// Digits with the signs people put between them; not scanned for card numbers.
const PHONE = /^[+(]?[0-9][0-9 ()./-]{3,30}$/;

export const holder = () =>
  z.strictObject({
    firstName: personName(),
    lastName: personName(),
    email: z.email().max(254).optional().describe('Needed where the quote says `holderEmail`.'),
    phone: z
      .string()
      .regex(PHONE, { error: 'Send a telephone number, best with its country: +34 93 000 00 00.' })
      .optional()
      .describe('Needed where the quote says `holderPhone`.'),
  });

export const guest = () =>
  z
    .strictObject({
      type: choice(GUEST_TYPES),
      age: childAge().optional().describe('Of a CHILD, as in the search; never of an ADULT.'),
      firstName: personName().optional(),
      lastName: personName().optional(),
      title: withoutCardNumber(lineOfText(20)).optional(),
    })
    .check(
      rule(['type', 'age'], function* ({ type, age }) {
        if (type === 'CHILD' && age === undefined) {
          yield { path: ['age'], code: 'AGE_REQUIRED', message: 'Give the age of the child.' };
        }
        if (type === 'ADULT' && age !== undefined) {
          yield { path: ['age'], code: 'AGE_NOT_ALLOWED', message: 'Leave the age of an adult out.' };
        }
      }),
      rule(['firstName', 'lastName'], function* ({ firstName, lastName }) {
        if ((firstName === undefined) === (lastName === undefined)) return;
        const path = [firstName === undefined ? 'firstName' : 'lastName'];
        yield { path, code: 'NAME_INCOMPLETE', message: 'Give both names of a guest, or neither.' };
      }),
    );

const erasable = (what: string) => z.string().nullable().describe(`Null where ${what} or after erasure.`);

/** The holder as the booking keeps it. */
export const holderRecord = () =>
  z.strictObject({
    firstName: erasable('it was not given'),
    lastName: erasable('it was not given'),
    email: erasable('it was not given'),
    phone: erasable('it was not given'),
  });

/** A guest as the booking keeps it. */
export const guestRecord = () =>
  z.strictObject({
    type: choice(GUEST_TYPES),
    age: childAge().nullable().describe('Null for an ADULT.'),
    firstName: erasable('it was not given'),
    lastName: erasable('it was not given'),
    title: erasable('it was not given'),
  });
