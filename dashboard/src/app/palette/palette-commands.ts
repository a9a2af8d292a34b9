/** The commands of the command palette, by role. */
import { hasPermission, type Permission, type Role } from '@serai/contract/roles.ts';
import type { Environment } from '@serai/contract/shared/answer.ts';
import {
  Activity,
  ArrowLeftRight,
  BadgePercent,
  Banknote,
  Calculator,
  CalendarCheck,
  ChartLine,
  CircleX,
  FileUp,
  FlaskConical,
  Handshake,
  Inbox,
  KeyRound,
  type LucideIcon,
  Mail,
  Monitor,
  Moon,
  Plug,
  Send,
  Sun,
  UserPlus,
  UserRound,
  Wallet,
  Webhook,
} from 'lucide-react';
import { EVENT_TYPE_OPTIONS } from '../../lib/event-types.ts';
import type { Theme } from '../../lib/theme.ts';
import { ENVIRONMENT_NAMES } from '../../lib/url-state.ts';
import { mayOpen } from '../page-permissions.ts';

export interface Command {
  icon: LucideIcon;
  label: string;
  /** Other words by which it is found. */
  words?: string;
  /** The whole path, including the environment. */
  path?: string;
  theme?: Theme;
}

interface Action {
  icon: LucideIcon;
  label: string;
  words?: string;
  /** Path after the environment. */
  to: string;
  /** In addition to the permission that the page needs. */
  needs?: Permission | Readonly<Record<Environment, Permission>>;
  /** The only environment in which it works. */
  only?: Environment;
}

/** The most useful first. */
const ACTIONS: readonly Action[] = [
  {
    icon: Handshake,
    label: 'Create partner',
    words: 'new add',
    to: '/partners?create=partner',
    needs: 'partners:manage',
  },
  {
    icon: BadgePercent,
    label: 'Create pricing rule',
    words: 'new add markup',
    to: '/pricing?create=rule',
    needs: 'pricing:edit',
  },
  {
    icon: UserPlus,
    label: 'Invite person',
    words: 'a new add create user member colleague',
    to: '/settings/team?create=invitation',
    needs: 'people:manage',
  },
  {
    icon: KeyRound,
    label: 'Create API key',
    words: 'new add',
    to: '/settings/api-keys/new',
    needs: { sandbox: 'keys:sandbox', production: 'keys:production' },
  },
  {
    icon: Webhook,
    label: 'Add webhook endpoint',
    words: 'new create',
    to: '/webhooks?create=endpoint',
    needs: 'webhooks:edit',
  },
  {
    icon: FlaskConical,
    label: 'Make a test booking',
    words: 'new try scenario',
    to: '/sandbox',
    needs: 'reference:try',
    only: 'sandbox',
  },
  {
    icon: Banknote,
    label: 'Record a payment',
    words: 'new add paid received',
    to: '/billing?create=payment',
    needs: 'billing:edit',
  },
  {
    icon: Send,
    label: 'Close and send statements',
    words: 'close month end invoices email',
    to: '/billing?create=statements',
    needs: 'billing:edit',
  },
  {
    icon: Mail,
    label: 'Send reminders',
    words: 'payment overdue dunning email',
    to: '/billing?create=reminders',
    needs: 'billing:edit',
  },
  {
    icon: ChartLine,
    label: 'Show sales reports',
    words: 'revenue margin',
    to: '/billing?tab=reports',
    needs: 'reports:view',
  },
  {
    icon: FileUp,
    label: 'Import payments',
    words: 'bank file csv paid received',
    to: '/billing?create=import',
    needs: 'billing:edit',
  },
  { icon: CircleX, label: 'Show failed requests', words: 'errors', to: '/requests?class=5xx' },
  {
    icon: Wallet,
    label: 'Show statements',
    words: 'invoices balance',
    to: '/billing?tab=statements',
    needs: 'billing:view',
  },
  { icon: Calculator, label: 'Explain a price', to: '/pricing?tab=explain' },
  {
    icon: Plug,
    label: 'Connect provider',
    words: 'new add supplier',
    to: '/providers?create=provider',
    needs: 'providers:edit',
  },
];

/** Lists with a filter. They are found by typing only. */
const FILTERED: readonly Action[] = [
  { icon: Inbox, label: 'Needs attention', words: 'decide resolve next', to: '/attention' },
  { icon: CalendarCheck, label: 'Show bookings: Needs attention', to: '/bookings?attention=yes' },
  ...EVENT_TYPE_OPTIONS.map(([type]) => ({
    icon: Activity,
    label: `Show events: ${type}`,
    to: `/events?type=${type}`,
  })),
];

/** More would hide the pages below them. */
const MAX_QUICK_ACTIONS = 4;

/** The most useful commands of the role, for the palette before anything is typed. */
export function quickActions(role: Role, environment: Environment): Command[] {
  return allowed(ACTIONS, role, environment).slice(0, MAX_QUICK_ACTIONS);
}

export function commandsFor(role: Role, environment: Environment): Command[] {
  const other: Environment = environment === 'sandbox' ? 'production' : 'sandbox';
  return [
    ...allowed(ACTIONS, role, environment),
    {
      icon: UserRound,
      label: 'My account',
      words: 'profile password',
      path: `/${environment}/settings/account`,
    },
    {
      icon: ArrowLeftRight,
      label: `Switch to ${ENVIRONMENT_NAMES[other].toLowerCase()}`,
      words: 'environment',
      path: `/${other}`,
    },
    { icon: Sun, label: 'Use light theme', words: 'switch to light mode', theme: 'light' },
    { icon: Moon, label: 'Use dark theme', words: 'switch to dark mode', theme: 'dark' },
    { icon: Monitor, label: 'Use system theme', words: 'switch to system mode', theme: 'system' },
    ...allowed(FILTERED, role, environment),
  ];
}

function allowed(actions: readonly Action[], role: Role, environment: Environment): Command[] {
  const isAllowed = ({ to, needs, only = environment }: Action) => {
    const permission = typeof needs === 'object' ? needs[environment] : needs;
    const isPermitted = permission === undefined || hasPermission(role, permission);
    return isPermitted && only === environment && mayOpen(role, to.split('?')[0] ?? '');
  };
  return actions
    .filter(isAllowed)
    .map(({ icon, label, words = '', to }) => ({ icon, label, words, path: `/${environment}${to}` }));
}
