/**
 * A small hotel shop. It runs the SDK on its server, so the API key never reaches a browser.
 *
 *   SERAI_URL=http://127.0.0.1:8080 SERAI_API_KEY=serai_sandbox_… npm run storefront
 */
import {
  ApiError,
  ConnectionError,
  RateLimitError,
  Serai,
  TimeoutError,
  UnauthorizedError,
} from '@serai/sdk';
import { bookingRoutes } from './booking-pages.ts';
import { checkKey } from './check-key.ts';
import { Checkouts } from './checkout.ts';
import { hotelRoutes } from './hotel-page.ts';
import { page } from './layout.ts';
import { searchRoutes } from './search-pages.ts';
import { createShop, html, PageError, type Reply } from './web.ts';

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const {
  SERAI_URL: baseUrl,
  SERAI_API_KEY: apiKey,
  HOST: host = '127.0.0.1',
  PORT: port = '3000',
} = process.env;
if (!baseUrl || !URL.canParse(baseUrl))
  fail('Set SERAI_URL to the address of a running Serai service, for example http://127.0.0.1:8080.');
if (!apiKey)
  fail('Set SERAI_API_KEY to an API key, for example the sandbox key that the first start of Serai shows.');

const serai = new Serai({ baseUrl, apiKey, logger: { warn: line => console.error(line) } });
try {
  const problems = await checkKey(serai);
  if (problems.length > 0) fail(`SERAI_API_KEY cannot be used:\n${problems.join('\n')}`);
} catch (error) {
  if (error instanceof UnauthorizedError)
    fail(`Serai at ${baseUrl} does not accept SERAI_API_KEY: ${error.message}`);
  if (error instanceof RateLimitError)
    fail(`SERAI_API_KEY has reached its rate limit. Try again in ${error.retryAfter ?? 60} seconds.`);
  fail(`Serai does not respond at ${baseUrl}. Start it, or correct SERAI_URL. (${String(error)})`);
}

const checkouts = new Checkouts(serai);
const shop = createShop({
  apiKey,
  routes: {
    ...searchRoutes(serai),
    ...hotelRoutes(serai),
    ...checkouts.routes(),
    ...bookingRoutes(serai, checkouts),
  },
  onError,
});
shop.on('error', error => fail(`The shop cannot start: ${error.message}`));
shop.listen(Number(port), host, () => {
  const address = shop.address();
  console.log(`The shop is open: http://${host}:${typeof address === 'object' ? address?.port : port}`);
});
// Requests in progress are completed: a visitor may be booking.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    shop.close(() => process.exit(0));
    shop.closeIdleConnections();
  });

/** Shows visitors what to do next, and logs the details. */
function onError(error: unknown): Reply {
  if (error instanceof PageError) return errorPage(error.status, error.message);
  console.error(error);
  const isProxy = error instanceof ApiError && error.code === 'UNEXPECTED_ANSWER';
  const isUnreachable = error instanceof ConnectionError || error instanceof TimeoutError || isProxy;
  if (isUnreachable || error instanceof RateLimitError)
    return errorPage(503, 'We cannot reach our hotels at the moment. Please try again in a minute.');
  if (error instanceof ApiError && error.status === 404) return errorPage(404, 'We could not find that.');
  if (error instanceof ApiError && error.status === 400)
    return errorPage(
      400,
      error.details.map(({ message }) => message).join(' ') || 'Please check your search.',
    );
  if (error instanceof ApiError && error.status === 409)
    return errorPage(409, 'That is not possible any more. Please look at your booking again.');
  return errorPage(500, 'Something went wrong on our side. Please try again.');
}

function errorPage(status: number, message: string): Reply {
  const body = html`<h1>Sorry</h1><p>${message}</p><p><a class="button" href="/">Search again</a></p>`;
  return page('Sorry', body, { status });
}
