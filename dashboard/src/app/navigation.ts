/** The pages, as the side bar lists them. */
import {
  Activity,
  BedDouble,
  BookOpen,
  CalendarCheck,
  FlaskConical,
  Gauge,
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
  Webhook,
} from 'lucide-react';

export interface NavigationItem {
  /** Behind the environment. */
  to: string;
  label: string;
  icon: LucideIcon;
  /** Concerns the whole installation, so only the operator sees it. */
  staff?: true;
  /** Only this address and no longer one is the page. */
  exact?: boolean;
}

export interface NavigationGroup {
  title: string;
  items: readonly NavigationItem[];
}

export const NAVIGATION: readonly NavigationGroup[] = [
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
      { to: '/hotels', label: 'Hotels and inventory', icon: BedDouble },
      { to: '/places', label: 'Places', icon: MapPin },
      { to: '/providers', label: 'Providers', icon: Plug },
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
      { to: '/settings/system', label: 'System', icon: Server, staff: true },
    ],
  },
];
