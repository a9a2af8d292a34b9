/** Where a database is: a server's URL, or the socket of the embedded one. */
export type DatabaseAddress = { url: string } | { socketPath: string; user: string; database: string };
