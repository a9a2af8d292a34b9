import { useEffect } from 'react';
import { ApiKeysPage } from '../features/api-keys/api-keys-page.tsx';
import { CreateKeyPage } from '../features/api-keys/create-key-page.tsx';
import { goTo, onLinkClick, pathOf, useAddress } from '../lib/address.ts';
import { call, type Output } from '../lib/operator-client.ts';
import { Frame } from './frame.tsx';

interface SignedInProps {
  session: Output<'session/show'>;
  /** The session is over: signed out, or ended by the server. */
  onEnded: () => void;
}

export function SignedIn({ session, onEnded }: SignedInProps) {
  const { environment, page } = useAddress();

  useEffect(() => {
    const path = page && pathOf(environment, page);
    if (path !== undefined && path !== window.location.pathname) goTo(path, 'replace');
    document.title = `${page === 'api-keys/new' ? 'Create API key' : 'API keys'} · ${environment} · Serai`;
  }, [environment, page]);

  const signOut = () => call('session/sign-out', {}).then(onEnded, onEnded);

  return (
    <Frame session={session.session} environment={environment} onSignOut={() => void signOut()}>
      {page === 'api-keys' && (
        <ApiKeysPage
          key={environment}
          environment={environment}
          role={session.session.role}
          onEnded={onEnded}
        />
      )}
      {page === 'api-keys/new' && (
        <CreateKeyPage
          key={environment}
          environment={environment}
          role={session.session.role}
          interfaceUrl={session.interfaceUrl}
          onEnded={onEnded}
        />
      )}
      {page === undefined && (
        <>
          <h1>There is no such page</h1>
          <p>
            <a href={pathOf(environment, 'api-keys')} onClick={onLinkClick}>
              Go to the API keys
            </a>
          </p>
        </>
      )}
    </Frame>
  );
}
