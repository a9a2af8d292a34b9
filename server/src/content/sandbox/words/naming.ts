/** Names of hotels and streets in one part of the world. All names are invented from ordinary words. */
import type { HotelType } from '@serai/contract/content/code-lists.ts';

export interface Naming {
  language: string;
  /** The invented part of a name, without the type of property, for example `La Garza`. */
  things: readonly string[];
  /** Templates with `{thing}` and `{city}`. Types without a template use the English templates. */
  patterns: Readonly<Partial<Record<HotelType | 'GRAND', readonly string[]>>>;
  streets: readonly string[];
  /** Templates with `{street}` and `{number}`. */
  addresses: readonly string[];
}

export function words(text: string): string[] {
  return text
    .split(',')
    .map(word => word.trim().replace(/\s+/g, ' '))
    .filter(word => word !== '');
}
