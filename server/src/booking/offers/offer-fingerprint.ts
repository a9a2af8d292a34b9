/**
 * Identifies a product regardless of who sells it: hotel, rooms in the order of the occupancies, board and
 * refundability. Two offers with the same fingerprint may still differ in provider, price, payment type and deadlines.
 * A room that is not in the catalogue is identified by its name.
 */
import { hash } from 'node:crypto';
import type { BoardCode } from '@serai/contract/shared/lodging.ts';
import { Memo } from '../../platform/cache/memo.ts';
import type { Refundability } from '../terms/terms.ts';
import { KnownParts } from './known-parts.ts';

export interface Product {
  board: BoardCode;
  refundability: Refundability;
  /** In the order of the occupancies. */
  rooms: readonly NamedRoom[];
}

/** If `roomCode` is null, `name` is set. */
export interface NamedRoom {
  roomCode: string | null;
  name?: { text: string } | undefined;
}

/** 96 bits are far more than the products of one hotel need. */
export const FINGERPRINT_BYTES = 12;
export const FINGERPRINT_PREFIX = 'fp_';
const LENGTH = (FINGERPRINT_BYTES / 3) * 4;

interface KnownProduct {
  board: BoardCode;
  refundability: Refundability;
  lines: string;
  fingerprint: string;
}

const MAX_MEMOISED = 16_384;
/** By hotel. Memoised, because several providers sell the same product and popular hotels are searched again and again. */
const products = new KnownParts<string, KnownProduct>(MAX_MEMOISED);
const codeLines = new Memo<string, string>(MAX_MEMOISED);
const nameLines = new Memo<string, string>(MAX_MEMOISED);

export function offerFingerprint(hotelId: string, { board, refundability, rooms }: Product): string {
  let lines = '';
  for (const room of rooms) lines += lineOf(room);
  for (const product of products.of(hotelId)) {
    const isSame =
      product.board === board && product.refundability === refundability && product.lines === lines;
    if (isSame) return product.fingerprint;
  }
  const fingerprint = hashProduct(`${hotelId}\n${board}\n${refundability}${lines}`);
  products.keep(hotelId, { board, refundability, lines, fingerprint });
  return fingerprint;
}

/** Starts with a line break. Rooms with a code are compared by their codes, and others by their normalised names. */
export function lineOf({ roomCode, name }: NamedRoom): string {
  return roomCode === null ? nameLines.get(name?.text ?? '', nameLine) : codeLines.get(roomCode, codeLine);
}

function codeLine(roomCode: string): string {
  return `\n${roomCode.length} ${roomCode}`;
}

function nameLine(name: string): string {
  const normal = normalName(name);
  return `\n~${normal.length} ${normal}`;
}

/** Ignores case, accents, punctuation and spacing. */
function normalName(text: string): string {
  const bare = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return bare.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

function hashProduct(text: string): string {
  return FINGERPRINT_PREFIX + hash('sha256', text, 'base64url').slice(0, LENGTH);
}
