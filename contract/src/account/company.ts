/** What a statement says about a company, and whom to write to there. */
import { z } from 'zod';
import { lineOfText, linesOfText } from '../shared/text.ts';

const MAX_CONTACTS = 20;

const email = () => z.email().max(254);

const contact = z.strictObject({
  name: lineOfText(100),
  role: lineOfText(100).nullable().describe('For example `Accounts payable`.'),
  email: email().nullable(),
  phone: lineOfText(40).nullable(),
});

const legalFields = () => ({
  legalName: lineOfText(200)
    .nullable()
    .describe('Registered name. Null if it is the same as the name shown to people.'),
  address: linesOfText(500).nullable().describe('Postal address, in lines.'),
  taxNumber: lineOfText(50).nullable().describe('Tax or VAT number.'),
  billingEmail: email().nullable().describe('Email address for questions about statements.'),
});

const contacts = () =>
  z
    .array(contact)
    .max(MAX_CONTACTS)
    .describe(`People to write to, the most important first. At most ${MAX_CONTACTS}.`);

/** Of the operator, whose contacts are its own people. */
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
