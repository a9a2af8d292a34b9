/** The permissions that pages need. The server enforces permissions; the dashboard hides pages that would only show an error. */
import { hasPermission, type Permission, type Role } from '@serai/contract/roles.ts';

/** By path after the environment, including all paths below it. One of the permissions is enough. */
const NEEDED: readonly { path: string; needs: readonly Permission[] }[] = [
  { path: '/requests', needs: ['requests:view'] },
  { path: '/usage', needs: ['requests:view'] },
  { path: '/attention', needs: ['bookings:resolve'] },
  { path: '/partners', needs: ['operator:view'] },
  { path: '/pricing', needs: ['pricing:view'] },
  { path: '/billing', needs: ['billing:view', 'reports:view'] },
  { path: '/billing/statements', needs: ['billing:view'] },
  { path: '/hotels/$hotelId/calendar', needs: ['inventory:view'] },
  { path: '/providers', needs: ['providers:view'] },
  { path: '/mapping', needs: ['mapping:view'] },
  { path: '/webhooks', needs: ['webhooks:view'] },
  { path: '/events', needs: ['webhooks:view'] },
  { path: '/settings/api-keys', needs: ['keys:view'] },
  { path: '/settings/security', needs: ['security:view'] },
  { path: '/settings/system', needs: ['system:view'] },
];

/** `path` is the path after the environment. Pages that are not listed are open to everyone. */
export function mayOpen(role: Role, path: string): boolean {
  return NEEDED.filter(({ path: above }) => isBelow(path, above)).every(({ needs }) =>
    needs.some(permission => hasPermission(role, permission)),
  );
}

function isBelow(path: string, above: string): boolean {
  const segments = path.split('/');
  return above.split('/').every((segment, i) => segment.startsWith('$') || segment === segments[i]);
}
