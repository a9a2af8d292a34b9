/** How hotels and streets are called in one part of the world. All names are invented from plain words. */
import type { HotelType } from '@serai/contract/content/code-lists.ts';

export interface Naming {
  /** Of the names. */
  language: string;
  /** What follows the kind of house in a name: `La Garza`. */
  things: readonly string[];
  /** `{thing}` and `{city}` are filled in. Kinds that are missing are called as in English. */
  patterns: Readonly<Partial<Record<HotelType | 'GRAND', readonly string[]>>>;
  streets: readonly string[];
  /** `{street}` and `{number}` are filled in. */
  addresses: readonly string[];
}

/** One word or phrase each, between commas. */
export function words(text: string): string[] {
  return text
    .split(',')
    .map(word => word.trim().replace(/\s+/g, ' '))
    .filter(word => word !== '');
}
