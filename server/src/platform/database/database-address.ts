/** Where a database is: a server's URL, or the socket of the embedded one. */
export type DatabaseAddress = { url: string } | { socketPath: string; user: string; database: string };

/** The address as options of the driver. */
export function driverAddress(address: DatabaseAddress) {
  if ('url' in address) return { url: address.url };
  return { path: address.socketPath, user: address.user, database: address.database };
}
