/** The bank account to which partners pay. */
import { z } from 'zod';
import { lineOfText } from '../shared/text.ts';
import {
  accountText,
  findIban,
  isValidIban,
  MAX_PAYMENT_LENGTHS as MAX,
  type PaymentDetails,
} from './payment-lines.ts';

const BIC = /^[A-Z\d]{4}[A-Z]{2}[A-Z\d]{2}([A-Z\d]{3})?$/;

function hasValidChecksum(account: string): boolean {
  const iban = findIban(account);
  return iban === null || isValidIban(iban);
}

const fields = () => ({
  accountHolder: lineOfText(MAX.accountHolder).nullable().describe('Name of the account holder.'),
  bankName: lineOfText(MAX.bankName).nullable().describe('Name of the bank.'),
  account: lineOfText(MAX.account)
    .overwrite(accountText)
    .refine(hasValidChecksum, {
      error: 'The check digits of this IBAN are wrong. Compare it with the one from your bank.',
      params: { code: 'INVALID_VALUE' },
    })
    .nullable()
    .describe(
      'IBAN or account number. A value that begins with two letters and two digits is an IBAN: its check digits must match, and it is returned in groups of four characters.',
    ),
  bic: lineOfText(MAX.bic)
    .overwrite(text => text.trim().toUpperCase())
    .refine(text => BIC.test(text), {
      error: 'A BIC has 8 or 11 letters and digits, for example BANKESMM.',
      params: { code: 'INVALID_VALUE' },
    })
    .nullable()
    .describe('BIC (SWIFT code) of the bank.'),
  note: lineOfText(MAX.note)
    .nullable()
    .describe('What partners must know to pay, for example `Use the statement number as the reference`.'),
});

export const paymentDetails = () =>
  z
    .strictObject(fields())
    .describe('Bank account to which partners pay. Printed on statements and in their emails.');

export const paymentDetailsInput = () => {
  const { accountHolder, bankName, account, bic, note } = fields();
  return z
    .strictObject({
      accountHolder: accountHolder.optional(),
      bankName: bankName.optional(),
      account: account.optional(),
      bic: bic.optional(),
      note: note.optional(),
    })
    .describe('Bank account to which partners pay. Omitted fields stay unchanged.');
};

export const PAYMENT_DETAILS_EXAMPLE: PaymentDetails = {
  accountHolder: 'Serai Hotels, S.L.',
  bankName: 'Example Bank',
  account: 'ES91 2100 0418 4502 0005 1332',
  bic: 'BANKESMM',
  note: 'Use the statement number as the reference.',
};
