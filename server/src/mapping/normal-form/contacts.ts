/** Phone numbers in E.164, and the hosts of websites. Pure. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** Returns all numbers that are possible in their country, without duplicates. Extensions are dropped. */
export function phoneForms(phones: readonly string[], country: string | null): string[] {
  const forms = new Set<string>();
  for (const phone of phones) {
    const form = phoneForm(phone, country);
    if (form !== undefined) forms.add(form);
  }
  return [...forms];
}

/** Suppliers write `+`, `00` or nothing before the country code, and some leave the country code out. */
function phoneForm(phone: string, country: string | null): string | undefined {
  const text = phone.trim().replace(/^00/, '+');
  const home = country !== null && isSupportedCountry(country) ? (country as CountryCode) : undefined;
  const parsed = parsePhoneNumberFromString(text, home === undefined ? undefined : { defaultCountry: home });
  if (parsed?.isPossible() === true) return parsed.number;
  if (text.startsWith('+')) return undefined;
  const abroad = parsePhoneNumberFromString(`+${text}`);
  return abroad?.isPossible() === true ? abroad.number : undefined;
}

const PLATFORMS = new Set('booking expedia facebook instagram tripadvisor google airbnb hotels'.split(' '));
const SECOND_LEVELS = new Set(['co', 'com']);

/** Compares the name without the top-level domain: `tripadvisor.co.uk` and `tripadvisor.com` are the same portal. */
function isPlatform(host: string): boolean {
  const labels = host.split('.');
  const name = SECOND_LEVELS.has(labels.at(-2) ?? '') ? labels.at(-3) : labels.at(-2);
  return PLATFORMS.has(name ?? '');
}

/** Returns the host without `www`. Null for portals and social networks, which do not identify a hotel. */
export function hostForm(web: string | null): string | null {
  if (web === null || web.trim() === '') return null;
  const text = web.trim().toLowerCase();
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `http://${text}`);
  const host = url?.hostname.replace(/^www\d?\./, '') ?? '';
  return host.includes('.') && !isPlatform(host) ? host : null;
}
