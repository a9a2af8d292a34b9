/** The legal data and contacts of a company as its forms edit them. Pure. */
import type { Output } from '../../lib/calls/operator-client.ts';

export type Company = Output<'partners/show'>['partner']['company'];
export type LegalCompany = Omit<Company, 'contacts'>;

/** Empty texts are not set. */
export type LegalDraft = { [Name in keyof LegalCompany]: string };

export interface ContactDraft {
  name: string;
  role: string;
  email: string;
  phone: string;
}

export type CompanyDraft = LegalDraft & { contacts: readonly ContactDraft[] };

export const EMPTY_CONTACT: ContactDraft = { name: '', role: '', email: '', phone: '' };

export function legalDraft({ legalName, address, taxNumber, billingEmail }: LegalCompany): LegalDraft {
  return {
    legalName: legalName ?? '',
    address: address ?? '',
    taxNumber: taxNumber ?? '',
    billingEmail: billingEmail ?? '',
  };
}

export function companyDraft({ contacts, ...legal }: Company): CompanyDraft {
  return {
    ...legalDraft(legal),
    contacts: contacts.map(({ name, role, email, phone }) => ({
      name,
      role: role ?? '',
      email: email ?? '',
      phone: phone ?? '',
    })),
  };
}

export function toLegal({ legalName, address, taxNumber, billingEmail }: LegalDraft): LegalCompany {
  return {
    legalName: given(legalName),
    address: given(address),
    taxNumber: given(taxNumber),
    billingEmail: given(billingEmail),
  };
}

/** Contacts without any text are not sent. Without them, errors have the same positions as the contacts of the form. */
export function withoutBlankContacts(draft: CompanyDraft): CompanyDraft {
  return { ...draft, contacts: draft.contacts.filter(hasText) };
}

export function toCompany(draft: CompanyDraft): Company {
  return {
    ...toLegal(draft),
    contacts: withoutBlankContacts(draft).contacts.map(({ name, role, email, phone }) => ({
      name: name.trim(),
      role: given(role),
      email: given(email),
      phone: given(phone),
    })),
  };
}

function hasText(contact: ContactDraft): boolean {
  return Object.values(contact).some(text => given(text) !== null);
}

function given(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
