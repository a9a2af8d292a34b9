import { StartError } from '../start-error.ts';

export type DatabaseAddress =
  /** `setting` is where the URL comes from. Default: DATABASE_URL. */
  { url: string; setting?: string } | { socketPath: string; user: string; database: string };

const SEVERAL_HOSTS = /^\w+:\/\/([^/?@]*@)?[^/?]*,/;

export function driverAddress(address: DatabaseAddress) {
  if ('url' in address) {
    if (SEVERAL_HOSTS.test(address.url)) {
      throw new StartError(
        `${address.setting ?? 'DATABASE_URL'} contains a URL with several hosts.`,
        address.setting === undefined
          ? 'Use one host: the address of a proxy, or a name that always points to the primary server.'
          : 'Write one URL for each server.',
      );
    }
    return { url: address.url };
  }
  return { path: address.socketPath, user: address.user, database: address.database };
}
