/** Limits of company details and support contacts, which forms need without the schemas. */

export const MAX_EMAIL_LENGTH = 254;

export const MAX_LEGAL_LENGTHS = {
  legalName: 200,
  address: 500,
  taxNumber: 50,
  billingEmail: MAX_EMAIL_LENGTH,
} as const;

export const MAX_CONTACTS = 20;

export const MAX_CONTACT_LENGTHS = { name: 100, role: 100, email: MAX_EMAIL_LENGTH, phone: 40 } as const;

export const MAX_SUPPORT_LENGTHS = { email: MAX_EMAIL_LENGTH, phone: 40, website: 500, note: 500 } as const;
