import { Link, useRouterState } from '@tanstack/react-router';
import {
  Activity,
  BadgePercent,
  BedDouble,
  BookOpen,
  Building2,
  CalendarCheck,
  FlaskConical,
  Gauge,
  GitMerge,
  Handshake,
  KeyRound,
  LayoutDashboard,
  ListTree,
  type LucideIcon,
  MapPin,
  Plug,
  ScrollText,
  Server,
  ShieldCheck,
  Users,
  Wallet,
  Webhook,
} from 'lucide-react';
import { useSession } from '../lib/session-context.ts';
import { useEnvironment } from '../lib/url-state.ts';
import { mayOpen } from './page-permissions.ts';

export function SideBar() {
  const environment = useEnvironment();
  const { role } = useSession().session;
  const path = useRouterState({ select: state => state.location.pathname });
  const isHere = ({ to, exact }: NavigationItem) => {
    const address = `/${environment}${to}`;
    return path === address || path === `${address}/` || (!exact && path.startsWith(`${address}/`));
  };
  return (
    <nav className="pages" aria-label="Pages">
      {NAVIGATION.map(({ title, items }) => (
        <div key={title}>
          <h2>{title}</h2>
          <ul>
            {items
              .filter(({ to }) => mayOpen(role, to))
              .map(item => (
                <li key={item.to}>
                  <Link
                    to={`/${environment}${item.to}` as '/'}
                    // Without this, a link to a parent path would also be marked as the current page.
                    activeOptions={{ exact: true }}
                    aria-current={isHere(item) ? 'page' : undefined}
                  >
                    <item.icon size={16} aria-hidden />
                    {item.label}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
      <p className="sources">
        Places: <a href="https://www.geonames.org">GeoNames</a> (
        <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>). Airports:{' '}
        <a href="https://ourairports.com">OurAirports</a>.
      </p>
    </nav>
  );
}

interface NavigationItem {
  /** Path after the environment, for example `/bookings`. */
  to: string;
  label: string;
  icon: LucideIcon;
  /** Matches only this exact path, not the paths below it. */
  exact?: boolean;
}

interface NavigationGroup {
  title: string;
  items: readonly NavigationItem[];
}

const NAVIGATION: readonly NavigationGroup[] = [
  {
    title: 'Traffic',
    items: [
      { to: '', label: 'Overview', icon: LayoutDashboard, exact: true },
      { to: '/requests', label: 'Request log', icon: ListTree },
      { to: '/usage', label: 'Usage and limits', icon: Gauge },
    ],
  },
  {
    title: 'Business',
    items: [
      { to: '/bookings', label: 'Bookings', icon: CalendarCheck },
      { to: '/partners', label: 'Partners', icon: Handshake },
      { to: '/pricing', label: 'Pricing', icon: BadgePercent },
      { to: '/billing', label: 'Billing', icon: Wallet },
      { to: '/hotels', label: 'Hotels', icon: BedDouble },
      { to: '/places', label: 'Places', icon: MapPin },
      { to: '/providers', label: 'Providers', icon: Plug },
      { to: '/mapping', label: 'Hotel mapping', icon: GitMerge },
    ],
  },
  {
    title: 'Develop',
    items: [
      { to: '/webhooks', label: 'Webhooks', icon: Webhook },
      { to: '/events', label: 'Events', icon: Activity },
      { to: '/sandbox', label: 'Sandbox', icon: FlaskConical },
      { to: '/reference', label: 'API reference', icon: BookOpen },
    ],
  },
  {
    title: 'Settings',
    items: [
      { to: '/settings/api-keys', label: 'API keys', icon: KeyRound },
      { to: '/settings/team', label: 'Team', icon: Users },
      { to: '/settings/audit', label: 'Audit log', icon: ScrollText },
      { to: '/settings/security', label: 'Security', icon: ShieldCheck },
      { to: '/settings/company', label: 'Company', icon: Building2 },
      { to: '/settings/system', label: 'System', icon: Server },
    ],
  },
];
