import { StartError } from '../start-error.ts';

/** Where a database is: a server's URL, or the socket of the embedded one. */
export type DatabaseAddress = { url: string } | { socketPath: string; user: string; database: string };

const SEVERAL_HOSTS = /^\w+:\/\/([^/?@]*@)?[^/?]*,/;

/** The address as options of the driver. */
export function driverAddress(address: DatabaseAddress) {
  if ('url' in address) {
    if (SEVERAL_HOSTS.test(address.url)) {
      throw new StartError(
        'DATABASE_URL names several hosts.',
        'Give one: the address of a proxy, or a name that follows the primary server.',
      );
    }
    return { url: address.url };
  }
  return { path: address.socketPath, user: address.user, database: address.database };
}
