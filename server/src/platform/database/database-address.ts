import { StartError } from '../start-error.ts';

export type DatabaseAddress = { url: string } | { socketPath: string; user: string; database: string };

const SEVERAL_HOSTS = /^\w+:\/\/([^/?@]*@)?[^/?]*,/;

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
