/** What distinguishes a found record from others with the same name, for people. Pure. */
import type { SearchKind } from '@serai/contract/account/search.ts';
import { countryName } from './code-options.ts';

interface Found {
  kind: SearchKind;
  detail: string | null;
}

/** The place of a hotel, for example `Barcelona, Spain`. The scenario hotels of the sandbox are in no country. */
export function placeText(city: string | null, countryCode: string): string | undefined {
  const parts = [city, countryCode === 'ZZ' ? undefined : countryName(countryCode)];
  return parts.filter(Boolean).join(', ') || undefined;
}

/** Hotels end with the code of their country and their id: `Barcelona, ES, htl_7Q2M`. People read its name. */
export function foundDetail({ kind, detail }: Found): string | undefined {
  if (detail === null || kind !== 'hotel') return detail ?? undefined;
  const [, city, country = '', id] = /^(?:(.+), )?([A-Z]{2}), (\S+)$/.exec(detail) ?? [];
  if (id === undefined) return detail;
  return [placeText(city ?? null, country), id].filter(Boolean).join(', ');
}
