import {
  type AvailabilityRequest,
  DEFAULT_HOTELS_PER_PAGE,
  DEFAULT_MAX_OFFERS_PER_HOTEL,
  DEFAULT_SEARCH_SORT,
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
import { requestMode } from '../requests/request-mode.ts';
import { type SearchRun, startTallies } from '../search/ask-providers.ts';
import { checkDates } from '../search/check-dates.ts';
import { fillPage } from '../search/fill-page.ts';
import { findCandidates } from '../search/find-candidates.ts';
import { searchAnswer } from '../search/search-answer.ts';
import { searchCost } from '../search/search-cost.ts';
import { openSearchPage } from '../search/search-page.ts';

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
    const sort = request.sort ?? DEFAULT_SEARCH_SORT;
    const found = await findCandidates(catalogue, mode, request, sort);
    const run: SearchRun = {
      organisationId,
      mode,
      stay,
      deadlineMs: Math.min(clock.monotonicMs() + mode.timeoutMs, endMs),
      signal: context.signal,
      tallies: startTallies(parts.providers.list(mode.testMode)),
      missingRates: new Set(),
      exchanges: [],
    };
    const filled = await fillPage(parts, run, found.candidates, {
      request,
      limit: request.page?.limit ?? DEFAULT_HOTELS_PER_PAGE,
      maxOffersPerHotel: request.maxOffersPerHotel ?? DEFAULT_MAX_OFFERS_PER_HOTEL,
      after: page.after,
    });
    if (filled.hotels.length === 0) checkProviders(run);
    const { unknownIds } = found;
    const data = searchAnswer(parts, request, { search, run, page, filled, unknownIds });
    return {
      data,
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

/** Nothing was found, and nobody who was asked could say that there is nothing. */
function checkProviders({ tallies }: SearchRun): void {
  const asked = [...tallies.values()].filter(tally => tally.wasTried);
  if (asked.length === 0 || asked.some(({ status }) => status === 'OK')) return;
  if (asked.every(({ status }) => status === 'TIMEOUT')) {
    throw new ApiError('PROVIDER_TIMEOUT', 'No provider answered in time.');
  }
  throw new ApiError('ALL_PROVIDERS_FAILED', 'Every provider failed.');
}

function missingRateWarnings({ missingRates, stay }: SearchRun): Warning[] {
  return [...missingRates].sort().map(currency => ({
    code: 'NO_EXCHANGE_RATE',
    message: `Offers in ${currency} were left out: there is no rate to ${stay.market.currency}.`,
  }));
}
