import {
  type AvailabilityRequest,
  DEFAULT_HOTELS_PER_PAGE,
  DEFAULT_MAX_OFFERS_PER_HOTEL,
  excessDecimals,
  availability as operation,
} from '@serai/contract/booking/availability.ts';
import { ApiError } from '../../platform/api-error.ts';
import {
  type Handler,
  handle,
  type RequestContext,
  type Warning,
} from '../../platform/operations/handler.ts';
import { validationError } from '../../platform/operations/validate.ts';
import type { SearchParts } from '../booking-parts.ts';
import type { StayRequest } from '../port/supplier.ts';
import { sellingParts } from '../providers/connections/organisation-connections.ts';
import { clientOf, requestMode } from '../request-mode.ts';
import { findCandidates, searchOrder } from '../search/candidates.ts';
import { checkDates } from '../search/check-dates.ts';
import { fillPage } from '../search/fill-page.ts';
import { openPrices } from '../search/open-prices.ts';
import { searchCost } from '../search/search-cost.ts';
import { openSearchPage } from '../search/search-page.ts';
import { type SearchRun, startTallies } from '../search/search-providers.ts';
import { searchResponse } from '../search/search-response.ts';

export function availability(area: SearchParts): Handler {
  const { catalogue, clock } = area;
  const handler = handle(operation, async (context, request) => {
    const mode = requestMode(context, 'availability', request.settings);
    const endMs = clock.monotonicMs() + context.timeLeftMs;
    const parts = await sellingParts(area, context.organisationId);
    const stay = await stayOf(parts, context, request);
    checkPriceBounds(request, stay.market.currency);
    const { organisationId, environment } = context;
    const { testMode, scenario } = mode;
    const search = { ...stay, organisationId, environment, testMode, scenario };
    const page = openSearchPage(parts.cursorKey, search, request, clock.nowMs());
    const order = searchOrder(request);
    const found = await findCandidates(catalogue, mode, request, order);
    const run: SearchRun = {
      organisationId,
      mode,
      stay,
      deadlineMs: Math.min(clock.monotonicMs() + mode.timeoutMs, endMs),
      signal: context.signal,
      tallies: startTallies(parts.providers.list(mode.testMode)),
      missingRates: new Set(),
      prices: await openPrices(parts, { organisationId, mode, stay }),
      exchanges: [],
      client: clientOf(context),
      requestId: context.requestId,
    };
    const filled = await fillPage(parts, run, found.candidates, {
      request,
      order,
      limit: request.page?.limit ?? DEFAULT_HOTELS_PER_PAGE,
      maxOffersPerHotel: request.maxOffersPerHotel ?? DEFAULT_MAX_OFFERS_PER_HOTEL,
      after: page.after,
    });
    if (filled.hotels.length === 0) checkProviders(run);
    const { unknownIds } = found;
    const open = searchResponse(parts, request, { search, run, order, page, filled, unknownIds });
    return {
      open,
      testMode: mode.testMode,
      warnings: [...mode.warnings, ...found.warnings, ...missingRateWarnings(run)],
    };
  });
  return {
    ...handler,
    check: body => checkDates(body, clock.nowMs()),
    costOf({ environment }, request: AvailabilityRequest) {
      const testMode = environment === 'sandbox' || request.settings?.testMode === true;
      return searchCost(request, area.providers.list(testMode).length);
    },
  };
}

async function stayOf(
  { defaultsOf }: SearchParts,
  { organisationId }: RequestContext,
  request: AvailabilityRequest,
): Promise<StayRequest> {
  const { checkIn, checkOut, guestNationality, currency, language } = request;
  const defaults = await defaultsOf(organisationId);
  return {
    checkIn,
    checkOut,
    occupancies: request.occupancies.map(({ adults, childAges = [] }) => ({ adults, childAges })),
    market: {
      nationality: guestNationality ?? defaults.nationality,
      currency: currency ?? defaults.currency,
      language: language ?? defaults.language,
    },
  };
}

function checkPriceBounds({ filters }: AvailabilityRequest, currency: string): void {
  const failures = excessDecimals(filters?.price, currency);
  if (failures.length === 0) return;
  throw validationError(failures.map(({ path, ...failure }) => ({ path: `/${path.join('/')}`, ...failure })));
}

/** Throws if there were providers to call and none of them responded successfully. */
function checkProviders({ tallies }: SearchRun): void {
  const asked = [...tallies.values()].filter(tally => tally.wasTried);
  if (asked.length === 0 || asked.some(({ status }) => status === 'OK')) return;
  if (asked.every(({ status }) => status === 'TIMEOUT')) {
    throw new ApiError('PROVIDER_TIMEOUT', 'No provider responded in time.');
  }
  throw new ApiError('ALL_PROVIDERS_FAILED', 'Every provider failed.');
}

function missingRateWarnings({ missingRates, stay }: SearchRun): Warning[] {
  return [...missingRates].sort().map(currency => ({
    code: 'NO_EXCHANGE_RATE',
    message: `Offers in ${currency} were omitted because there is no exchange rate to ${stay.market.currency}.`,
  }));
}
