/** The pages of the dashboard, in the order of the side bar. */
import { hasPermission, type Permission, type Role } from '@serai/contract/roles.ts';
import {
  Activity,
  BadgePercent,
  BedDouble,
  BookOpen,
  Building2,
  CalendarCheck,
  ChartLine,
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
import { mayOpen } from './page-permissions.ts';

export interface NavigationItem {
  /** Path after the environment, for example `/bookings`. */
  to: string;
  /** The tab of the page, if another item of the menu opens the page itself. */
  tab?: string;
  /** In addition to the permissions that the page needs. */
  needs?: Permission;
  label: string;
  icon: LucideIcon;
  /** Matches only this exact path, not the paths below it. */
  exact?: boolean;
  /** Shows how many bookings wait for a decision, how many partners are overdue, or how many providers or endpoints fail. */
  counts?: 'attention' | 'billing' | 'providers' | 'webhooks';
  /**
   * Roles that may open the page but seldom need it. The side bar lists it for them below "More". Roles that see the mark
   * of `counts` are not among them, because it would be hidden.
   */
  seldom?: readonly Role[];
}

interface NavigationGroup {
  title: string;
  items: readonly NavigationItem[];
}

/** Staff who work on bookings, prices or money, and staff who only look. */
const OFFICE = ['support', 'revenue', 'finance', 'viewer'] as const;

/** They may open everything, so they would have the longest menu. It fits a window that is 900 px high. */
const ADMINS = ['owner', 'admin'] as const;

export const NAVIGATION: readonly NavigationGroup[] = [
  {
    title: 'Work',
    items: [
      { to: '', label: 'Overview', icon: LayoutDashboard, exact: true },
      { to: '/attention', label: 'Needs attention', icon: Inbox, counts: 'attention' },
      { to: '/bookings', label: 'Bookings', icon: CalendarCheck },
      { to: '/partners', label: 'Partners', icon: Handshake },
      { to: '/billing', needs: 'billing:view', label: 'Billing', icon: Wallet, counts: 'billing' },
      { to: '/billing', tab: 'reports', needs: 'reports:view', label: 'Reports', icon: ChartLine },
      { to: '/pricing', label: 'Pricing', icon: BadgePercent, seldom: ['support'] },
    ],
  },
  {
    title: 'Supply',
    items: [
      { to: '/hotels', label: 'Hotels', icon: BedDouble, seldom: ['finance'] },
      { to: '/providers', label: 'Providers', icon: Plug, counts: 'providers' },
      {
        to: '/mapping',
        label: 'Hotel mapping',
        icon: GitMerge,
        seldom: ['support', 'finance', 'developer', 'viewer'],
      },
      {
        to: '/places',
        label: 'Places',
        icon: MapPin,
        seldom: [...ADMINS, ...OFFICE, 'partner-admin', 'partner-viewer'],
      },
    ],
  },
  {
    title: 'Develop',
    items: [
      { to: '/requests', label: 'Request log', icon: ListTree, seldom: ['finance'] },
      { to: '/webhooks', label: 'Webhooks', icon: Webhook, counts: 'webhooks' },
      { to: '/events', label: 'Events', icon: Activity, seldom: [...ADMINS, 'viewer', 'partner-viewer'] },
      { to: '/usage', label: 'Usage and limits', icon: Gauge, seldom: ['support', 'finance'] },
      { to: '/settings/api-keys', label: 'API keys', icon: KeyRound, seldom: ['support'] },
      { to: '/sandbox', label: 'Sandbox', icon: FlaskConical, seldom: [...ADMINS, ...OFFICE] },
      { to: '/reference', label: 'API reference', icon: BookOpen, seldom: [...ADMINS, ...OFFICE] },
    ],
  },
  {
    title: 'Settings',
    items: [
      { to: '/settings/team', label: 'Team', icon: Users, seldom: [...OFFICE, 'developer'] },
      {
        to: '/settings/company',
        label: 'Company',
        icon: Building2,
        seldom: [...OFFICE, 'developer'],
      },
      { to: '/settings/security', label: 'Security', icon: ShieldCheck, seldom: ADMINS },
      { to: '/settings/audit', label: 'Audit log', icon: ScrollText, seldom: OFFICE },
      { to: '/settings/system', label: 'System', icon: Server, seldom: OFFICE },
    ],
  },
];

export interface Menu {
  groups: readonly NavigationGroup[];
  /** Pages that the role rarely uses. */
  more: readonly NavigationItem[];
}

/** Path after the environment, with the tab. */
export function pathOf({ to, tab }: NavigationItem): string {
  return tab === undefined ? to : `${to}?tab=${tab}`;
}

export function maySee(role: Role, { to, needs }: NavigationItem): boolean {
  return mayOpen(role, to) && (needs === undefined || hasPermission(role, needs));
}

/** The pages that a role may open. Groups without pages are left out. */
export function menuFor(role: Role): Menu {
  const isSeldom = ({ seldom = [] }: NavigationItem) => seldom.includes(role);
  const allowed = NAVIGATION.map(({ title, items }) => ({
    title,
    items: items.filter(item => maySee(role, item)),
  }));
  return {
    groups: allowed
      .map(({ title, items }) => ({ title, items: items.filter(item => !isSeldom(item)) }))
      .filter(({ items }) => items.length > 0),
    more: allowed.flatMap(({ items }) => items.filter(isSeldom)),
  };
}
