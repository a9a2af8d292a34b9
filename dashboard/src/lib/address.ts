/** The address of the page: which environment, which page. The environment is part of it, so a link cannot mistake it. */
import type { Environment } from '@serai/contract/shared/answer.ts';
import { type MouseEvent, useSyncExternalStore } from 'react';

export type PageName = 'api-keys' | 'api-keys/new';

export interface Address {
  environment: Environment;
  /** Undefined for a page that there is not. */
  page: PageName | undefined;
}

const START: Address = { environment: 'sandbox', page: 'api-keys' };
const PATTERN = /^\/(sandbox|production)\/settings\/(api-keys|api-keys\/new)$/;
const CHANGED = 'serai-address';

export function readAddress(path: string): Address {
  if (path === '/' || path === '/sign-in') return START;
  const [, environment, page] = PATTERN.exec(path) ?? [];
  if (environment === undefined)
    return { environment: path.startsWith('/production/') ? 'production' : 'sandbox', page: undefined };
  return { environment: environment as Environment, page: page as PageName };
}

export function pathOf(environment: Environment, page: PageName): string {
  return `/${environment}/settings/${page}`;
}

export function useAddress(): Address {
  return readAddress(useSyncExternalStore(subscribe, () => window.location.pathname));
}

export function goTo(path: string, how: 'push' | 'replace' = 'push'): void {
  if (how === 'push') window.history.pushState(null, '', path);
  else window.history.replaceState(null, '', path);
  window.dispatchEvent(new Event(CHANGED));
  if (how === 'push') window.scrollTo(0, 0);
}

/** For links: a plain click stays in the page; everything else is the browser's. */
export function onLinkClick(event: MouseEvent<HTMLAnchorElement>): void {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  goTo(event.currentTarget.pathname);
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('popstate', onChange);
  window.addEventListener(CHANGED, onChange);
  return () => {
    window.removeEventListener('popstate', onChange);
    window.removeEventListener(CHANGED, onChange);
  };
}
