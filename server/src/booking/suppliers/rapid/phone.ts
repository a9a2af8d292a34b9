/** Splits a phone number into the parts that Rapid requires. Pure. */

/** Country calling codes with one and two digits. All others have three. */
const ONE_DIGIT = /^[17]/;
const TWO_DIGITS = /^(?:20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

export interface PhoneParts {
  country_code: string;
  number: string;
}

/** Returns undefined if the number has no country code, because Rapid requires one. */
export function phoneParts(phone: string): PhoneParts | undefined {
  const international = /^\s*(?:\+|00)/.test(phone) ? phone.replace(/^\s*(?:\+|00)/, '') : undefined;
  const digits = international?.replace(/\D/g, '') ?? '';
  const length = ONE_DIGIT.test(digits) ? 1 : TWO_DIGITS.test(digits) ? 2 : 3;
  if (digits.length < length + 3) return undefined;
  return { country_code: digits.slice(0, length), number: digits.slice(length) };
}
