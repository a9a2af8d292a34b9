/** Reads the URL of a Redis server or of a Redis Cluster. Pure. */

export interface ClusterAddress {
  hosts: { host: string; port: number }[];
  username: string | undefined;
  password: string | undefined;
  usesTls: boolean;
}

const CLUSTER = /^redis(s?)\+cluster:\/\/(?:([^@/]*)@)?([^/?#]+)\/?$/;
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i;
const DEFAULT_PORT = 6379;

export function isClusterUrl(url: string | undefined): boolean {
  return url !== undefined && /^rediss?\+cluster:/.test(url);
}

/** Throws an error that is shown to the operator. It does not contain the URL, which may contain a password. */
export function parseClusterUrl(url: string): ClusterAddress {
  const [, tls, credentials, list] = CLUSTER.exec(url) ?? [];
  if (list === undefined) throw new Error('not of the form redis+cluster://host:port,host:port,host:port');
  const hosts = list.split(',').map((text, i) => {
    const [, host, port = String(DEFAULT_PORT)] = HOST.exec(text) ?? [];
    if (host === undefined || Number(port) > 65_535)
      throw new Error(`host ${i + 1} is not of the form host:port`);
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
  });
  const [username, ...password] = credentials?.split(':') ?? [];
  return {
    hosts,
    username: username ? decodeURIComponent(username) : undefined,
    password: password.length > 0 ? decodeURIComponent(password.join(':')) : undefined,
    usesTls: tls === 's',
  };
}

export function parseRedisUrl(value: string): string {
  if (isClusterUrl(value)) parseClusterUrl(value);
  else if (!URL.canParse(value)) throw new Error('not a URL');
  return value;
}
