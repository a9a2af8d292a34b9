import { Link, useRouterState } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useMay, useSession } from '../lib/session-context.ts';
import { useEnvironment, useFilters } from '../lib/url-state.ts';
import { AttentionBadge } from './attention-badge.tsx';
import { currentItem } from './current-page.ts';
import { BillingMark, ProvidersMark, WebhooksMark } from './health-mark.tsx';
import { menuFor, type NavigationItem, pathOf } from './navigation.ts';

const MARKS = {
  attention: <AttentionBadge />,
  billing: <BillingMark />,
  providers: <ProvidersMark />,
  webhooks: <WebhooksMark />,
};

export function SideBar() {
  const environment = useEnvironment();
  const { role } = useSession().session;
  const path = useRouterState({ select: state => state.location.pathname });
  const [{ queue, tab }] = useFilters(['queue', 'tab']);
  const isInQueue = useMay('bookings:resolve') && queue !== undefined;
  const menu = menuFor(role);
  const items = [...menu.groups.flatMap(group => group.items), ...menu.more];
  const current = currentItem(items, { path, tab, environment, isInQueue });
  const link = (item: NavigationItem) => (
    <li key={pathOf(item)}>
      <Link
        to={`/${environment}${item.to}` as '/'}
        search={(item.tab === undefined ? {} : { tab: item.tab }) as never}
        // Without this, a link to a parent path would also be marked as the current page.
        activeOptions={{ exact: true }}
        aria-current={item === current ? 'page' : undefined}
      >
        <item.icon size={16} aria-hidden />
        {item.label}
        {item.counts && MARKS[item.counts]}
      </Link>
    </li>
  );
  return (
    <nav className="pages" aria-label="Pages">
      {menu.groups.map(({ title, items }) => (
        <div key={title}>
          <h2>{title}</h2>
          <ul>{items.map(link)}</ul>
        </div>
      ))}
      {menu.more.length === 1 && <ul>{menu.more.map(link)}</ul>}
      {menu.more.length > 1 && (
        <More
          isCurrent={current !== undefined && menu.more.includes(current)}
          names={menu.more.map(({ label }) => label).join(', ')}
        >
          <ul>{menu.more.map(link)}</ul>
        </More>
      )}
      <p className="sources">
        <span className="unseen">Data: </span>
        <a href="https://www.geonames.org">GeoNames</a> (
        <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>),{' '}
        <a href="https://ourairports.com">OurAirports</a>
      </p>
    </nav>
  );
}

interface MoreProps {
  isCurrent: boolean;
  /** The pages in the group. */
  names: string;
  children: ReactNode;
}

/** A group of rarely used pages, closed at first. Opening one of its pages opens the group. */
function More({ isCurrent, names, children }: MoreProps) {
  const [isOpen, setOpen] = useState(isCurrent);
  const [wasCurrent, setWasCurrent] = useState(isCurrent);
  const id = useId();
  if (isCurrent !== wasCurrent) {
    setWasCurrent(isCurrent);
    if (isCurrent) setOpen(true);
  }
  return (
    <div>
      <button
        type="button"
        className="quiet more-pages"
        aria-expanded={isOpen}
        aria-controls={id}
        title={names}
        onClick={() => setOpen(!isOpen)}
      >
        <ChevronRight size={16} aria-hidden />
        More
      </button>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}
