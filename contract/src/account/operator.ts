import { z } from 'zod';
import { defineOperatorOperation } from '../operator-operation.ts';
import { lineOfText } from '../shared/text.ts';
import { flag, percent, timeZone } from '../shared/values.ts';
import { BILLING_SCHEDULE_EXAMPLE, billingSchedule, billingScheduleInput } from './billing-schedule.ts';
import { legalCompany, legalCompanyInput, OPERATOR_LEGAL_EXAMPLE } from './company.ts';
import { emailAddress } from './fields.ts';
import { PAYMENT_DETAILS_EXAMPLE, paymentDetails, paymentDetailsInput } from './payment-details.ts';

const contact = () =>
  z
    .strictObject({
      name: lineOfText(100).nullable().describe('Name of the service, for example a help desk.'),
      phone: lineOfText(40).nullable().describe('Phone number for guests in an emergency.'),
      email: emailAddress().nullable().describe('Email address for guests in an emergency.'),
    })
    .describe('Emergency contact for guests. It is printed on vouchers.');

const operatorFields = () => ({
  name: lineOfText(100).describe('Name of the company, shown to partners and on vouchers.'),
  timeZone: timeZone().describe('IANA time zone. Statements cover calendar months in this time zone.'),
  fxMarginPercent: percent().describe(
    'Percentage that is added to exchange rates when cost is converted to the currency of a response.',
  ),
  emergencyContact: contact(),
  requireSecondFactor: flag().describe(
    'Whether staff must have a second factor. Staff without one must set it up before they can do anything else. The operator token and its one-time links are exempt.',
  ),
});

export const operator = z.strictObject({
  ...operatorFields(),
  company: legalCompany(),
  paymentDetails: paymentDetails(),
  billingSchedule: billingSchedule(),
});

export const OPERATOR_EXAMPLE = {
  name: 'Serai Hotels',
  timeZone: 'Europe/Madrid',
  fxMarginPercent: '1.5',
  emergencyContact: { name: 'Help desk', phone: '+34 910 000 000', email: 'help@example.com' },
  requireSecondFactor: false,
  company: OPERATOR_LEGAL_EXAMPLE,
  paymentDetails: PAYMENT_DETAILS_EXAMPLE,
  billingSchedule: BILLING_SCHEDULE_EXAMPLE,
} satisfies z.input<typeof operator>;

export const showOperator = defineOperatorOperation({
  name: 'operator/show',
  permission: 'operator:view',
  summary: 'Show the operator',
  description: 'Returns the settings of the company that runs the installation.',
  input: z.strictObject({}),
  output: z.strictObject({ operator }),
  examples: { request: {}, answer: { operator: OPERATOR_EXAMPLE } },
});

const { name, timeZone: zone, fxMarginPercent, emergencyContact, requireSecondFactor } = operatorFields();

export const updateOperator = defineOperatorOperation({
  name: 'operator/update',
  permission: 'operator:edit',
  summary: 'Change the operator',
  description:
    'Changes only the given fields. A new exchange margin applies to new offers on all nodes within seconds. Quotes and bookings keep the rate they were created with. Changing the name, the company, the payment details, the schedule or the emergency contact requires a step-up (`session/confirm`), and so does making the second factor optional.',
  input: z.strictObject({
    name: name.optional(),
    timeZone: zone.optional(),
    fxMarginPercent: fxMarginPercent.optional(),
    emergencyContact: emergencyContact.optional(),
    requireSecondFactor: requireSecondFactor.optional(),
    company: legalCompanyInput().optional(),
    paymentDetails: paymentDetailsInput().optional(),
    billingSchedule: billingScheduleInput().optional(),
  }),
  output: z.strictObject({ operator }),
  examples: {
    request: { fxMarginPercent: '1.5' },
    answer: { operator: OPERATOR_EXAMPLE },
  },
});
