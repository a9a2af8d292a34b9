/**
 * Adds the descriptions of suppliers to hotels whose own description is not available in the requested language. The
 * catalogue itself never contains them.
 */
import type { Environment } from '@serai/contract/shared/answer.ts';
import type { StoredHotel } from './hotel-view.ts';
import { hasLanguage } from './language-choice.ts';

/** Returns the descriptions of the given hotels by hotel id and language. The mapping area implements it. */
export type FindSuppliedDescriptions = (
  environment: Environment,
  hotelIds: readonly string[],
) => Promise<ReadonlyMap<string, Readonly<Record<string, string>>>>;

/**
 * Uses suppliers' texts only in languages in which the catalogue has no description. The choice among all languages then
 * follows the usual rule.
 */
export async function addSuppliedDescriptions<Hotel extends StoredHotel>(
  find: FindSuppliedDescriptions,
  environment: Environment,
  hotels: readonly Hotel[],
  language: string | undefined,
): Promise<readonly Hotel[]> {
  const lacking = hotels.filter(
    ({ status, content }) => status === 'ACTIVE' && !hasLanguage(content.description, language),
  );
  if (lacking.length === 0) return hotels;
  const supplied = await find(
    environment,
    lacking.map(({ hotelId }) => hotelId),
  );
  return hotels.map(hotel => {
    const texts = Object.entries(supplied.get(hotel.hotelId) ?? {});
    const own = hotel.content.description;
    const missing = texts.filter(([tag]) => !hasLanguage(own, tag));
    if (missing.length === 0) return hotel;
    const description = { ...own, ...Object.fromEntries(missing) };
    return { ...hotel, content: { ...hotel.content, description } };
  });
}
