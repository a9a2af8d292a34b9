import { Link, useRouterState } from '@tanstack/react-router';
import { useSession } from '../lib/session-context.ts';
import { useEnvironment } from '../lib/url-state.ts';
import { AttentionBadge } from './attention-badge.tsx';
import { ProvidersMark, WebhooksMark } from './health-mark.tsx';
import { NAVIGATION, type NavigationItem } from './navigation.ts';
import { mayOpen } from './page-permissions.ts';

const MARKS = { attention: <AttentionBadge />, providers: <ProvidersMark />, webhooks: <WebhooksMark /> };

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
                    {item.counts && MARKS[item.counts]}
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
