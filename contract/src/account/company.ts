/** Legal data and contacts of a company. */
import { z } from 'zod';
import { lineOfText, linesOfText, MAX_LINES } from '../shared/text.ts';
import { MAX_CONTACT_LENGTHS, MAX_CONTACTS, MAX_LEGAL_LENGTHS } from './company-limits.ts';
import { emailAddress } from './fields.ts';

const contact = z.strictObject({
  name: lineOfText(MAX_CONTACT_LENGTHS.name),
  role: lineOfText(MAX_CONTACT_LENGTHS.role).nullable().describe('For example `Accounts payable`.'),
  email: emailAddress().nullable(),
  phone: lineOfText(MAX_CONTACT_LENGTHS.phone).nullable(),
});

const legalFields = () => ({
  legalName: lineOfText(MAX_LEGAL_LENGTHS.legalName)
    .nullable()
    .describe('Registered name. Null for the name shown to people.'),
  address: linesOfText(MAX_LEGAL_LENGTHS.address)
    .nullable()
    .describe(`Postal address, in at most ${MAX_LINES} lines.`),
  taxNumber: lineOfText(MAX_LEGAL_LENGTHS.taxNumber).nullable().describe('Tax or VAT number.'),
  billingEmail: emailAddress()
    .nullable()
    .describe(
      'Billing email. Statements and reminders for a partner are sent to it, and replies go to that of the operator.',
    ),
});

const contacts = () =>
  z
    .array(contact)
    .max(MAX_CONTACTS)
    .describe(`People to write to, the most important first. At most ${MAX_CONTACTS}.`);

/** The operator has no contacts here; its users are its contacts. */
export const legalCompany = () =>
  z.strictObject(legalFields()).describe('Legal data of the company. Printed on statements.');

export const company = () =>
  z
    .strictObject({ ...legalFields(), contacts: contacts() })
    .describe('Legal data and contacts of the company. The legal data is printed on statements.');

/** One of the two companies on a statement. */
export const statementParty = () =>
  z.strictObject({ name: z.string().describe('Name shown to people.'), ...legalFields() });

const legalInput = () => {
  const { legalName, address, taxNumber, billingEmail } = legalFields();
  return {
    legalName: legalName.optional(),
    address: address.optional(),
    taxNumber: taxNumber.optional(),
    billingEmail: billingEmail.optional(),
  };
};

export const legalCompanyInput = () =>
  z.strictObject(legalInput()).describe('Legal data of the company. Omitted fields stay unchanged.');

export const companyInput = () =>
  z
    .strictObject({ ...legalInput(), contacts: contacts().optional() })
    .describe(
      'Legal data and contacts of the company. Omitted fields stay unchanged. Contacts are replaced as a whole.',
    );

export type Company = z.output<ReturnType<typeof company>>;

export type LegalCompany = Omit<Company, 'contacts'>;

export const LEGAL_EXAMPLE: LegalCompany = {
  legalName: 'Northern Travel AB',
  address: 'Storgatan 1\n111 22 Stockholm\nSweden',
  taxNumber: 'SE556000000001',
  billingEmail: 'invoices@northern.example',
};

export const COMPANY_EXAMPLE: Company = {
  ...LEGAL_EXAMPLE,
  contacts: [
    { name: 'Maria Lund', role: 'Accounts payable', email: 'maria@northern.example', phone: '+46 8 000 000' },
  ],
};

export const OPERATOR_LEGAL_EXAMPLE: LegalCompany = {
  legalName: 'Serai Hotels, S.L.',
  address: 'Calle Mayor 1\n28013 Madrid\nSpain',
  taxNumber: 'ESB00000000',
  billingEmail: 'billing@example.com',
};
