/** Each page is loaded on first use. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { Frame } from './frame.tsx';

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: '/sandbox', replace: true });
  },
});

const environmentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$environment',
  component: Frame,
  notFoundComponent: NotFound,
  beforeLoad: ({ params }) => {
    if (params.environment !== 'sandbox' && params.environment !== 'production') {
      throw redirect({ href: '/sandbox', replace: true });
    }
  },
});

/** A page module has exactly one export whose name ends in `Page`. */
type PageModule = Record<string, unknown>;

function page(path: string, load: () => Promise<PageModule>) {
  return createRoute({
    getParentRoute: () => environmentRoute,
    path,
    component: lazyRouteComponent(async () => {
      const module = await load();
      const name = Object.keys(module).find(key => key.endsWith('Page'));
      return { default: module[name as string] as () => React.JSX.Element };
    }),
  });
}

const pages = [
  page('/', () => import('../features/overview/overview-page.tsx')),
  page('/requests', () => import('../features/requests/requests-page.tsx')),
  page('/requests/$rowId', () => import('../features/requests/request-page.tsx')),
  page('/usage', () => import('../features/usage/usage-page.tsx')),
  page('/attention', () => import('../features/bookings/attention-page.tsx')),
  page('/bookings', () => import('../features/bookings/bookings-page.tsx')),
  page('/bookings/$bookingId', () => import('../features/bookings/booking-page.tsx')),
  page('/bookings/$bookingId/voucher', () => import('../features/bookings/voucher-page.tsx')),
  page('/partners', () => import('../features/partners/partners-page.tsx')),
  page('/partners/$partnerId', () => import('../features/partners/partner-page.tsx')),
  page('/pricing', () => import('../features/pricing/pricing-page.tsx')),
  page('/billing', () => import('../features/billing/billing-page.tsx')),
  page('/billing/statements/$month', () => import('../features/billing/statement-page.tsx')),
  page('/hotels', () => import('../features/hotels/hotels-page.tsx')),
  page('/hotels/$hotelId', () => import('../features/hotels/hotel-page.tsx')),
  page('/hotels/$hotelId/calendar', () => import('../features/inventory/calendar-page.tsx')),
  page('/places', () => import('../features/places/places-page.tsx')),
  page('/providers', () => import('../features/providers/providers-page.tsx')),
  page('/providers/$providerId', () => import('../features/providers/provider-page.tsx')),
  page('/mapping', () => import('../features/mapping/mapping-page.tsx')),
  page('/mapping/$provider/$supplierId', () => import('../features/mapping/compare-page.tsx')),
  page('/webhooks', () => import('../features/webhooks/webhooks-page.tsx')),
  page('/webhooks/$endpointId', () => import('../features/webhooks/webhook-page.tsx')),
  page('/events', () => import('../features/events/events-page.tsx')),
  page('/events/$eventId', () => import('../features/events/event-page.tsx')),
  page('/sandbox', () => import('../features/sandbox/sandbox-page.tsx')),
  page('/reference', () => import('../features/reference/reference-page.tsx')),
  page('/reference/$operation', () => import('../features/reference/operation-page.tsx')),
  page('/settings/api-keys', () => import('../features/api-keys/api-keys-page.tsx')),
  page('/settings/api-keys/new', () => import('../features/api-keys/create-key-page.tsx')),
  page('/settings/api-keys/$keyId', () => import('../features/api-keys/key-page.tsx')),
  page('/settings/team', () => import('../features/team/team-page.tsx')),
  page('/settings/account', () => import('../features/account/account-page.tsx')),
  page('/settings/audit', () => import('../features/audit/audit-page.tsx')),
  page('/settings/security', () => import('../features/security/security-page.tsx')),
  page('/settings/company', () => import('../features/company/company-page.tsx')),
  page('/settings/system', () => import('../features/system/system-page.tsx')),
];

export const router = createRouter({
  routeTree: rootRoute.addChildren([startRoute, environmentRoute.addChildren(pages)]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
  parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: search => {
    const named = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
    const text = new URLSearchParams(named.map(([name, value]) => [name, String(value)])).toString();
    return text === '' ? '' : `?${text}`;
  },
});

function NotFound() {
  return (
    <div className="empty-state">
      <h1>Page not found</h1>
      <a href="/sandbox">Go to Overview</a>
    </div>
  );
}

/** For example, an upgrade has replaced a script that the page loads later. */
function PageFailed() {
  return (
    <div className="empty-state">
      <h1>This page could not be shown</h1>
      <div className="faint">
        The dashboard may have been upgraded since you opened it, or the connection may have been interrupted.
        If reloading does not help, tell your administrator.
      </div>
      <button type="button" className="main" onClick={() => window.location.reload()}>
        Reload page
      </button>
    </div>
  );
}
