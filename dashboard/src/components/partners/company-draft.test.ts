import { expect, it } from 'vitest';
import { companyDraft, EMPTY_CONTACT, toCompany, withoutBlankContacts } from './company-draft.ts';

const COMPANY = {
  legalName: 'Northern Travel AB',
  address: 'Storgatan 1\nStockholm',
  taxNumber: null,
  billingEmail: null,
  contacts: [{ name: 'Maria', role: null, email: 'maria@northern.example', phone: null }],
};

it('a company that is not edited is sent as it was', () => {
  expect(toCompany(companyDraft(COMPANY))).toEqual(COMPANY);
});

it('blank texts are cleared, and a contact without any text is left out', () => {
  const draft = { ...companyDraft(COMPANY), legalName: '  ', taxNumber: ' SE1 ' };
  const contacts = [...draft.contacts, EMPTY_CONTACT, { ...EMPTY_CONTACT, phone: '+46 8' }];
  const sent = toCompany({ ...draft, contacts });
  expect([sent.legalName, sent.taxNumber]).toEqual([null, 'SE1']);
  expect(sent.contacts).toEqual([
    ...COMPANY.contacts,
    // The server asks for the name.
    { name: '', role: null, email: null, phone: '+46 8' },
  ]);
});

it('errors have the positions of the contacts once blank contacts are removed from the form', () => {
  const invalid = { ...EMPTY_CONTACT, email: 'not an address' };
  const draft = { ...companyDraft(COMPANY), contacts: [{ ...EMPTY_CONTACT, role: ' ' }, invalid] };
  expect(toCompany(draft).contacts).toMatchObject([{ email: 'not an address' }]);
  expect(withoutBlankContacts(draft).contacts).toEqual([invalid]);
});
