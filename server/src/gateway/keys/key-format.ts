/**
 * The text format of an API key: `serai_<sandbox|live>_<id>_<secret>`. The secret ends with a checksum of everything
 * before it. Typing errors are therefore rejected without a database read, and secret scanners can recognise a key.
 */
import { crc32 } from 'node:zlib';
import { ENVIRONMENTS, type Environment } from '@serai/contract/shared/answer.ts';
import { type RandomBytes, randomBase62, toBase62 } from '../../platform/ids/ids.ts';

const ID_LENGTH = 12;
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHAPE = /^serai_(sandbox|live)_([0-9A-Za-z]{12})_([0-9A-Za-z]{36})$/;

export interface KeyText {
  environment: Environment;
  id: string;
  secret: string;
}

/** Returns the parts of a well-formed key with a valid checksum, otherwise undefined. */
export function parseKeyText(text: string): KeyText | undefined {
  const match = SHAPE.exec(text);
  if (match === null) return undefined;
  const end = text.length - CHECKSUM_LENGTH;
  if (checksum(text.slice(0, end)) !== text.slice(end)) return undefined;
  const [, word, id, secret] = match as unknown as [string, string, string, string];
  return { environment: word === 'live' ? 'production' : 'sandbox', id, secret };
}

/** Finds the first well-formed key in pasted text, for example in a header, in quotes or in a line of code. */
export function findKeyText(text: string): KeyText | undefined {
  for (const [found] of text.matchAll(/serai_(?:sandbox|live)_[0-9A-Za-z]{12}_[0-9A-Za-z]{36}/g)) {
    const parsed = parseKeyText(found);
    if (parsed !== undefined) return parsed;
  }
  return undefined;
}

/**
 * Returns the ID in a text that looks like a key, even if the checksum is wrong. Used to attribute the request to its
 * owner in the request log.
 */
export function keyIdIn(text: string): string | undefined {
  return /^serai_(?:sandbox|live)_([0-9A-Za-z]{12})(?:_|$)/.exec(text)?.[1];
}

/**
 * The beginning of an ID in the beginning of a key, or undefined. Without the prefix of a key, it needs four characters,
 * because shorter texts are more likely a part of a name.
 */
export function keyIdStart(text: string): string | undefined {
  const found = /^(?:serai_(?:sandbox|live)_([0-9A-Za-z]{1,12})(?:_|$)|([0-9A-Za-z]{4,12})$)/.exec(text);
  return found?.[1] ?? found?.[2];
}

/** The environments whose keys all begin with this text. None if it is shorter than `serai_` or contains a part of an ID. */
export function environmentsOf(text: string): Environment[] {
  if (!text.startsWith('serai_')) return [];
  return ENVIRONMENTS.filter(environment => keyPrefix(environment).startsWith(text));
}

export function newKeyId(random?: RandomBytes): string {
  return randomBase62(ID_LENGTH, random);
}

/** Generates the text of a key with this ID. The plain secret exists only in the returned value. */
export function newKeyText(environment: Environment, id: string, random?: RandomBytes): string {
  const body = `${keyPrefix(environment)}${id}_${randomBase62(RANDOM_LENGTH, random)}`;
  return body + checksum(body);
}

export function displayKey(environment: Environment, id: string, start: string): string {
  return `${keyPrefix(environment)}${id}_${start}…`;
}

function keyPrefix(environment: Environment): string {
  return `serai_${environment === 'production' ? 'live' : 'sandbox'}_`;
}

function checksum(text: string): string {
  return toBase62(crc32(text), CHECKSUM_LENGTH);
}
