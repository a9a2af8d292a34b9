import type { Environment } from '@serai/contract/shared/answer.ts';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { Empty } from '../components/feedback.tsx';
import { LinkTo } from '../components/link-to.tsx';
import { PageHead } from '../components/page-head.tsx';
import { ROLES_EXPLAINED } from '../components/people/member.ts';
import { StepUpProvider } from '../components/people/step-up.tsx';
import { useCompany, useSession } from '../lib/session-context.ts';
import { ShownSubjectsContext, useShownSubjects } from '../lib/shown-subjects.ts';
import { Toasts } from '../lib/toasts.tsx';
import { ENVIRONMENT_NAMES, useEnvironment } from '../lib/url-state.ts';
import { MenuBadge } from './health-mark.tsx';
import { OpenNotices } from './open-notices.tsx';
import { mayOpen } from './page-permissions.ts';
import { PaletteButton } from './palette-button.tsx';
import { SideBar } from './side-bar.tsx';
import { UserMenu } from './user-menu.tsx';

const MEANING: Record<Environment, string> = {
  sandbox: 'Test rooms only. No real bookings, no charges.',
  production: 'Live providers. Bookings are real and charged.',
};

/** The layout around every page. The environment appears as a colour, as text and in the URL. */
export function Frame() {
  const environment = useEnvironment();
  const path = useRouterState({ select: state => state.location.pathname });
  const shownSubjects = useShownSubjects();
  const [open, setOpen] = useState(false);
  const content = useRef<HTMLElement>(null);
  const first = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening a page closes the menu and moves the focus
  useEffect(() => {
    setOpen(false);
    if (first.current) first.current = false;
    else content.current?.focus({ preventScroll: true });
  }, [path]);

  return (
    <div className="frame" data-environment={environment}>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="top">
        <button type="button" className="quiet icon menu-button" onClick={() => setOpen(true)}>
          <Menu size={20} aria-hidden />
          <span className="unseen">Menu</span>
          <MenuBadge />
        </button>
        <Link className="brand" to={`/${environment}` as '/'}>
          <img src="/favicon.svg" alt="" width="22" height="22" />
          <span>Serai</span>
        </Link>
        <EnvironmentSwitch environment={environment} />
        <p className="environment-words">{MEANING[environment]}</p>
        <PaletteButton />
        <UserMenu />
      </header>
      <div className="columns">
        <aside className="side">
          <SideBar />
        </aside>
        <main id="content" tabIndex={-1} ref={content}>
          <StepUpProvider>
            <SecondFactorGate>
              <ShownSubjectsContext value={shownSubjects}>
                <OpenNotices />
                <RoleGate>
                  <Outlet />
                </RoleGate>
              </ShownSubjectsContext>
            </SecondFactorGate>
          </StepUpProvider>
        </main>
      </div>
      <Dialog open={open} title="Pages" shape="side" onClose={() => setOpen(false)}>
        <SideBar />
      </Dialog>
      <Toasts />
    </div>
  );
}

/**
 * Switches the environment and keeps the current list page. From a detail page it goes to the list, because a record
 * belongs to one environment.
 */
function EnvironmentSwitch({ environment }: { environment: Environment }) {
  const path = useRouterState({ select: state => state.location.pathname });
  const [, , first = '', second = ''] = path.split('/');
  const page = first === 'settings' ? `/settings/${second}` : first === '' ? '' : `/${first}`;
  return (
    <nav className="switch" aria-label="Environment">
      {(['sandbox', 'production'] as const).map(name => (
        <Link
          key={name}
          to={`/${name}${page}` as '/'}
          data-environment={name}
          aria-current={name === environment ? 'true' : undefined}
        >
          {ENVIRONMENT_NAMES[name]}
        </Link>
      ))}
    </nav>
  );
}

/** If the user must set up a second factor, the server rejects all other requests. This page explains what to do. */
function SecondFactorGate({ children }: { children: ReactNode }) {
  const { session } = useSession();
  const path = useRouterState({ select: state => state.location.pathname });
  const { organisation, memberId, secondFactor } = session;
  const company = useCompany();
  const isOpen = !organisation.requireSecondFactor || memberId === null || secondFactor;
  if (isOpen || path.endsWith('/settings/account')) return children;
  return (
    <>
      <PageHead title="One more step" />
      <Empty
        title={`${company} requires two-factor sign-in`}
        action={
          <LinkTo to="/settings/account" className="button main">
            Set up in My account
          </LinkTo>
        }
      >
        You need an authenticator app on your phone. Setup takes about a minute. After that, you can use all
        pages.
      </Empty>
    </>
  );
}

/** Replaces a page that the role does not include, for example after opening a colleague's link. */
function RoleGate({ children }: { children: ReactNode }) {
  const { role, staff } = useSession().session;
  const environment = useEnvironment();
  const company = useCompany();
  const path = useRouterState({ select: state => state.location.pathname });
  if (mayOpen(role, path.slice(`/${environment}`.length))) return children;
  return (
    <>
      <PageHead title="No access" />
      <Empty
        title="This page is not available for your role"
        action={
          <LinkTo to="/" className="button main">
            Go to Overview
          </LinkTo>
        }
      >
        Your role at {company} is {ROLES_EXPLAINED[role].name}.{' '}
        {staff
          ? 'Ask an owner or admin if you need another role.'
          : 'Only the operator’s staff can open this page. Contact the operator if you need information from it.'}
      </Empty>
    </>
  );
}
