import type { Permission } from '@serai/contract/roles.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMay } from '../lib/session-context.ts';
import { useEnvironment } from '../lib/url-state.ts';

export interface Target {
  /** Path after the environment, for example `/bookings/$id`. */
  to: string;
  params?: Record<string, string>;
  search?: Record<string, string | undefined>;
  /** Keeps the scroll position, for links that open a drawer on the same page. */
  keepScroll?: boolean;
}

interface LinkToProps extends Target {
  className?: string;
  onClick?: () => void;
  children: ReactNode;
}

/** A link to another page in the same environment. */
export function LinkTo({ to, params, search, keepScroll, className, onClick, children }: LinkToProps) {
  const environment = useEnvironment();
  return (
    <Link
      to={`/$environment${to}` as '/'}
      params={{ environment, ...params } as never}
      search={(search ?? {}) as never}
      {...(className !== undefined && { className })}
      {...(onClick && { onClick })}
      {...(keepScroll && { resetScroll: false })}
    >
      {children}
    </Link>
  );
}

interface PermittedLinkProps extends LinkToProps {
  /** What the page of the link requires. */
  permission: Permission;
}

/** A link, or plain text for users whose role may not open the page. */
export function PermittedLink({ permission, ...link }: PermittedLinkProps) {
  return useMay(permission) ? <LinkTo {...link} /> : link.children;
}

/** Navigates like `LinkTo` and resolves when the page is shown. */
export function useGo(): (target: Target & { replace?: boolean }) => Promise<void> {
  const navigate = useNavigate();
  const environment = useEnvironment();
  return ({ to, params, search, replace = false }) =>
    navigate({
      to: `/$environment${to}` as '/',
      params: { environment, ...params } as never,
      search: (search ?? {}) as never,
      replace,
    });
}
