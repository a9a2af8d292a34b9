import type { Environment } from '@serai/contract/shared/answer.ts';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { ConfirmProvider } from '../components/people/confirm-provider.tsx';
import { Toasts } from '../components/toasts.tsx';
import { ENVIRONMENT_NAMES, useEnvironment } from '../lib/use-environment.ts';
import { OpenNotices } from './open-notices.tsx';
import { SecondFactorGate } from './second-factor-gate.tsx';
import { SideBar } from './side-bar.tsx';
import { UserMenu } from './user-menu.tsx';

const MEANING: Record<Environment, string> = {
  sandbox: 'Test providers only. Nothing here is booked or paid.',
  production: 'Live providers. Bookings are real and cost money.',
};

/** What stands around every page. The environment is told in colour, in words and in the address. */
export function Frame() {
  const environment = useEnvironment();
  const path = useRouterState({ select: state => state.location.pathname });
  const [open, setOpen] = useState(false);
  const content = useRef<HTMLElement>(null);
  const first = useRef(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu and takes the focus along
  useEffect(() => {
    setOpen(false);
    if (first.current) first.current = false;
    else content.current?.focus({ preventScroll: true });
  }, [path]);

  return (
    <div className="frame" data-environment={environment}>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="top">
        <button
          type="button"
          className="quiet icon menu-button"
          aria-label="Menu"
          onClick={() => setOpen(true)}
        >
          <Menu size={20} aria-hidden />
        </button>
        <Link className="brand" to={`/${environment}` as '/'}>
          <img src="/favicon.svg" alt="" width="22" height="22" />
          <span>Serai</span>
        </Link>
        <EnvironmentSwitch environment={environment} />
        <p className="environment-words">{MEANING[environment]}</p>
        <UserMenu />
      </header>
      <div className="columns">
        <aside className="side">
          <SideBar />
        </aside>
        <main id="content" tabIndex={-1} ref={content}>
          <ConfirmProvider>
            <SecondFactorGate>
              <OpenNotices />
              <Outlet />
            </SecondFactorGate>
          </ConfirmProvider>
        </main>
      </div>
      <Dialog open={open} title="Pages" shape="side" onClose={() => setOpen(false)}>
        <SideBar />
      </Dialog>
      <Toasts />
    </div>
  );
}

/** Stays on the same page where that makes sense: a page of one thing belongs to its environment. */
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
