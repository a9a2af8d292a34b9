import type { Environment } from '@serai/contract/shared/answer.ts';
import type { ReactNode } from 'react';
import { onLinkClick, pathOf } from '../lib/address.ts';
import type { Output } from '../lib/operator-client.ts';

interface FrameProps {
  session: Output<'session/show'>['session'];
  environment: Environment;
  onSignOut: () => void;
  children: ReactNode;
}

const MEANING: Record<Environment, string> = {
  sandbox: 'Test providers only. Nothing here is booked or paid.',
  production: 'Live providers. Bookings are real and cost money.',
};

const NAMES: Record<Environment, string> = { sandbox: 'Sandbox', production: 'Production' };

/** What stands around every page. The environment is told in colour, in words and in the address. */
export function Frame({ session, environment, onSignOut, children }: FrameProps) {
  return (
    <div className="frame" data-environment={environment}>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <div className="environment-band">
        <strong>{NAMES[environment]}</strong>
        <span>{MEANING[environment]}</span>
      </div>
      <header className="top">
        <a className="brand" href={pathOf(environment, 'api-keys')} onClick={onLinkClick}>
          <img src="/favicon.svg" alt="" width="24" height="24" />
          Serai
        </a>
        <nav className="switch" aria-label="Environment">
          {(['sandbox', 'production'] as const).map(name => (
            <a
              key={name}
              href={pathOf(name, 'api-keys')}
              onClick={onLinkClick}
              aria-current={name === environment ? 'true' : undefined}
            >
              {NAMES[name]}
            </a>
          ))}
        </nav>
        <div className="who">
          <span className="who-name" title={`Signed in as ${session.actor}`}>
            {session.organisation.name}
            <small>{session.role}</small>
          </span>
          <button type="button" className="quiet" onClick={onSignOut}>
            Sign out
          </button>
        </div>
      </header>
      <div className="columns">
        <nav className="side" aria-label="Pages">
          <h2>Settings</h2>
          <a href={pathOf(environment, 'api-keys')} onClick={onLinkClick} aria-current="page">
            API keys
          </a>
        </nav>
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
      <footer className="sources">
        Places: <a href="https://www.geonames.org">GeoNames</a> (
        <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>). Airports:{' '}
        <a href="https://ourairports.com">OurAirports</a> (public domain).
      </footer>
    </div>
  );
}
