/** Languages in which the labels of a voucher are available. For any other language, they are in English. */
export const VOUCHER_LANGUAGES = ['en', 'es', 'de', 'fr', 'it', 'pt'] as const;
export type VoucherLanguage = (typeof VOUCHER_LANGUAGES)[number];
