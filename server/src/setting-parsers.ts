/** The kinds of settings, and the parsers of their values. A parser throws an error that is shown to the operator. */
import { resolve } from 'node:path';
import { parseAddressEntry } from './platform/http/address-list.ts';

export interface Setting<T> {
  /** The default as written in the environment. Empty means not set. */
  default: string;
  /** Throws an error whose message is shown to the operator. */
  parse(text: string): T;
  description: string;
  /** Secrets are never shown. */
  secret?: true;
}

export function text(fallback: string, description: string): Setting<string> {
  return { default: fallback, description, parse: value => value };
}

export function folder(value: string): string {
  return resolve(value);
}

export function integer(fallback: string, min: number, max: number, description: string): Setting<number>;
export function integer(
  fallback: string,
  min: number,
  max: number,
  description: string,
  kind: 'optional',
): Setting<number | undefined>;
export function integer(
  fallback: string,
  min: number,
  max: number,
  description: string,
  kind?: 'optional',
): Setting<number | undefined> {
  return {
    default: fallback,
    description,
    parse(value) {
      if (value === '' && kind === 'optional') return undefined;
      const number = Number(value);
      if (!/^\d+$/.test(value) || number < min || number > max) {
        throw new Error(`"${value}" is not a whole number from ${min} to ${max}`);
      }
      return number;
    },
  };
}

export function port(fallback: string, description: string): Setting<number> {
  return integer(fallback, 0, 65_535, description);
}

export function choice<const T extends string>(
  fallback: T,
  words: readonly T[],
  description: string,
): Setting<T> {
  return {
    default: fallback,
    description: `${description} One of ${words.map(word => `\`${word}\``).join(', ')}.`,
    parse(value) {
      const word = words.find(candidate => candidate === value);
      if (word === undefined) throw new Error(`"${value}" is not one of ${words.join(', ')}`);
      return word;
    },
  };
}

export function optional<T>(
  description: string,
  parse: (value: string) => T,
  secret?: 'secret',
): Setting<T | undefined> {
  return {
    default: '',
    description,
    parse: value => (value === '' ? undefined : parse(value)),
    ...(secret && { secret: true }),
  };
}

export function list<T>(fallback: string, description: string, parse: (entry: string) => T): Setting<T[]> {
  return {
    default: fallback,
    description,
    parse: value =>
      value
        .split(',')
        .map(entry => entry.trim())
        .filter(entry => entry !== '')
        .map(parse),
  };
}

/** A list of secrets. Reports all invalid entries together, by position, because the entries must not be shown. */
export function secretList<T>(description: string, parse: (entry: string) => T): Setting<T[]> {
  return {
    default: '',
    description,
    secret: true,
    parse(value) {
      const entries = list('', '', entry => entry).parse(value);
      const problems: string[] = [];
      const parsed = entries.flatMap((entry, i) => {
        try {
          if (entries.indexOf(entry) < i) throw new Error('is listed twice');
          return [parse(entry)];
        } catch (error) {
          problems.push(`entry ${i + 1} ${(error as Error).message}`);
          return [];
        }
      });
      if (problems.length > 0) throw new Error(problems.join(', '));
      return parsed;
    },
  };
}

export function postgresUrl(value: string): string {
  if (!URL.canParse(value) || !/^postgres(?:ql)?:\/\/[^/]*[^/@:]/.test(value)) {
    throw new Error('is not a postgres:// URL. Write a comma in a password as %2C');
  }
  return value;
}

export function url(value: string): string {
  if (!URL.canParse(value)) throw new Error('not a URL');
  return value;
}

export function headers(value: string): Record<string, string> {
  const entries = value.split(',').map(entry => /^\s*([\w-]+)=([\x20-\x7e]*)$/.exec(entry));
  if (entries.includes(null)) throw new Error('not a list of name=value pairs, separated by commas');
  return Object.fromEntries(
    entries.map(entry => [entry?.[1] ?? '', decodeURIComponent(entry?.[2] ?? '').trim()]),
  );
}

export function smtpUrl(value: string): string {
  const { protocol, hostname } = new URL(url(value));
  if (!/^smtps?:$/.test(protocol) || hostname === '') throw new Error('not an smtp:// or smtps:// URL');
  return value;
}

export function sender(value: string): string {
  if (!/^(?:[^<>\r\n]{1,100} )?<?[^\s<>@]{1,64}@[^\s<>@]{1,190}>?$/.test(value)) {
    throw new Error('not an email address. Write `name@example.com` or `Name <name@example.com>`');
  }
  return value;
}

/** Returns the scheme, host and port of a URL. The rest of the URL is dropped. */
export function origin(value: string): string {
  const { origin, protocol } = new URL(url(value));
  if (!/^https?:$/.test(protocol)) throw new Error('not an http or https URL');
  return origin;
}

export function httpsUrl(value: string): string {
  if (new URL(url(value)).protocol !== 'https:') throw new Error('not an https URL');
  return value;
}

export function httpsOrigin(value: string): string {
  return origin(httpsUrl(value));
}

export function address(entry: string): string {
  const parsed = parseAddressEntry(entry);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.address;
}

/** Accepts a host name, or anything that `address` accepts. */
export function target(entry: string): string {
  const name = entry.toLowerCase();
  const isName = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name) && !/(?:^|\.)\d+$/.test(name);
  return isName ? name : address(entry);
}

export function hostName(entry: string): string {
  const name = entry.toLowerCase();
  if (name !== '*' && !/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(name)) {
    throw new Error(`"${entry}" is not a host name. Write it without scheme and port`);
  }
  return name;
}

export function targetPort(entry: string): number {
  return integer('', 1, 65_535, '').parse(entry);
}

export function masterKey(value: string): Buffer {
  const key = Buffer.from(value, 'base64');
  if (key.length !== 32)
    throw new Error('not 32 bytes in base64. Create a key with `openssl rand -base64 32`');
  return key;
}
