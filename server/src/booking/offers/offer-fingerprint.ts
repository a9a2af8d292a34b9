/**
 * Identifies a product regardless of who sells it: hotel, rooms by position, board and refundability. Two offers with
 * the same fingerprint differ only in price.
 */
import { hash } from 'node:crypto';
import type { BoardCode } from '@serai/contract/shared/lodging.ts';
import { Memo } from '../../platform/cache/memo.ts';
import type { Refundability } from '../terms/terms.ts';

export interface Product {
  board: BoardCode;
  refundability: Refundability;
  /** In the order of the occupancies. */
  rooms: readonly { roomCode: string }[];
}

/** 96 bits are far more than the products of one hotel need. */
export const FINGERPRINT_BYTES = 12;
export const FINGERPRINT_PREFIX = 'fp_';
const LENGTH = (FINGERPRINT_BYTES / 3) * 4;

const MAX_MEMOISED = 16_384;
// Memoised, because several providers sell the same product and popular hotels are searched again and again.
const fingerprints = new Memo<string, string>(MAX_MEMOISED);

export function offerFingerprint(hotelId: string, { board, refundability, rooms }: Product): string {
  let text = `${hotelId}\n${board}\n${refundability}`;
  for (const { roomCode } of rooms) text += `\n${roomCode.length} ${roomCode}`;
  return fingerprints.get(text, hashProduct);
}

function hashProduct(text: string): string {
  return FINGERPRINT_PREFIX + hash('sha256', text, 'base64url').slice(0, LENGTH);
}
