/** Connects UCP Lodging with the settings, the bookings and the pages. */
import { UCP_PROFILE_PATH, UCP_ROUTES } from '@serai/contract/agents/ucp/ucp-route.ts';
import type { Route } from '@serai/contract/operation.ts';
import { ucpProfile } from '../agents/ucp/profile.ts';
import type { UcpQuotes } from '../agents/ucp/run-session.ts';
import type { UcpPages } from '../agents/ucp/session-view.ts';
import type { BookingCore } from '../booking/open-booking.ts';
import { findQuote } from '../booking/quotes/quote-store.ts';
import { releaseHold } from '../booking/quotes/release-hold.ts';
import { type DrawPage, staticPage } from '../platform/http/plain-pages.ts';
import { StartError } from '../platform/start-error.ts';
import type { Settings } from '../settings-table.ts';

const NEEDED = [
  'SERAI_UCP_URL',
  'SERAI_UCP_TERMS_URL',
  'SERAI_UCP_PRIVACY_URL',
  'SERAI_UCP_CONTINUE_URL',
] as const;

type UcpSettings = Pick<Settings, 'SERAI_UCP' | (typeof NEEDED)[number]>;

/** Undefined if UCP is off. Throws if a setting is missing. */
export function ucpPages(settings: UcpSettings): (UcpPages & { origin: string }) | undefined {
  if (settings.SERAI_UCP === 'off') return undefined;
  const missing = NEEDED.filter(name => settings[name] === undefined);
  if (missing.length > 0) {
    throw new StartError(
      `SERAI_UCP is ${settings.SERAI_UCP}, but ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set.`,
      'Set the missing URLs, or set SERAI_UCP=off. `serai settings` describes every setting.',
    );
  }
  return {
    origin: settings.SERAI_UCP_URL as string,
    termsUrl: settings.SERAI_UCP_TERMS_URL as string,
    privacyUrl: settings.SERAI_UCP_PRIVACY_URL as string,
    continueUrl: settings.SERAI_UCP_CONTINUE_URL as string,
  };
}

export function ucpRoutes({ SERAI_UCP: mode }: Pick<Settings, 'SERAI_UCP'>): readonly Route[] {
  return mode === 'off' ? [] : UCP_ROUTES;
}

/** The discovery profile. Platforms may cache it for five minutes. */
export function ucpProfilePages(settings: UcpSettings): Record<string, DrawPage> {
  const pages = ucpPages(settings);
  if (pages === undefined) return {};
  const page = staticPage('application/json', Buffer.from(JSON.stringify(ucpProfile(pages.origin))));
  const profile = { ...page, headers: { ...page.headers, 'cache-control': 'public, max-age=300' } };
  return { [UCP_PROFILE_PATH]: () => profile };
}

export function ucpQuotes({
  providers,
  calls,
  log,
}: Pick<BookingCore, 'providers' | 'calls' | 'log'>): UcpQuotes {
  return {
    async find(db, scope, quoteId) {
      const quote = await findQuote(db, scope, quoteId);
      if (quote === undefined) return undefined;
      const { hotel, stay } = quote.content;
      const occupancies = stay.occupancies.map(({ adults, childAges }) => ({
        adults,
        childAges: childAges ?? [],
      }));
      return {
        hotel: { hotelId: hotel.hotelId, name: hotel.name },
        checkIn: stay.checkIn,
        checkOut: stay.checkOut,
        occupancies,
      };
    },
    async release(db, scope, quoteId) {
      try {
        const quote = await findQuote(db, scope, quoteId);
        if (quote === undefined || !quote.inventory_held || quote.is_expired || quote.used_by !== null)
          return;
        const { organisation_id: organisationId, test_mode: testMode } = quote;
        const provider = providers.find(quote.provider, testMode);
        if (provider) await releaseHold({ calls, log }, { provider, organisationId, testMode, quoteId });
      } catch (err) {
        log.warn({ err, quoteId }, 'hold not released');
      }
    },
  };
}
