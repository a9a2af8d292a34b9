/** The pages of the dashboard, in the order of the side bar. */
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
  Inbox,
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

export interface NavigationItem {
  /** Path after the environment, for example `/bookings`. */
  to: string;
  label: string;
  icon: LucideIcon;
  /** Matches only this exact path, not the paths below it. */
  exact?: boolean;
  /** Shows how many bookings wait for a decision, or how many providers or endpoints fail. */
  counts?: 'attention' | 'providers' | 'webhooks';
}

interface NavigationGroup {
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
      { to: '/attention', label: 'Needs attention', icon: Inbox, counts: 'attention' },
      { to: '/bookings', label: 'Bookings', icon: CalendarCheck },
      { to: '/partners', label: 'Partners', icon: Handshake },
      { to: '/pricing', label: 'Pricing', icon: BadgePercent },
      { to: '/billing', label: 'Billing', icon: Wallet },
      { to: '/hotels', label: 'Hotels', icon: BedDouble },
      { to: '/places', label: 'Places', icon: MapPin },
      { to: '/providers', label: 'Providers', icon: Plug, counts: 'providers' },
      { to: '/mapping', label: 'Hotel mapping', icon: GitMerge },
    ],
  },
  {
    title: 'Develop',
    items: [
      { to: '/webhooks', label: 'Webhooks', icon: Webhook, counts: 'webhooks' },
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
