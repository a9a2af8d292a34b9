import { StartError } from '../start-error.ts';

/** The address of a database: the URL of a server, or the socket of the embedded server. */
export type DatabaseAddress = { url: string } | { socketPath: string; user: string; database: string };

const SEVERAL_HOSTS = /^\w+:\/\/([^/?@]*@)?[^/?]*,/;

/** Converts the address into driver options. */
export function driverAddress(address: DatabaseAddress) {
  if ('url' in address) {
    if (SEVERAL_HOSTS.test(address.url)) {
      throw new StartError(
        'DATABASE_URL contains several hosts.',
        'Use one host: the address of a proxy, or a name that always points to the primary server.',
      );
    }
    return { url: address.url };
  }
  return { path: address.socketPath, user: address.user, database: address.database };
}
