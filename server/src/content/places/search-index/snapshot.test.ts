import { describe, expect, it } from 'vitest';
import { smallWorld } from '../../../../test/small-world.ts';
import { ARRAY_NAMES } from './index-arrays.ts';
import { openPlaceIndex } from './place-index.ts';
import { readSnapshot, SnapshotError, writeSnapshot } from './snapshot.ts';

const { buffer } = smallWorld();
const bytes = new Uint8Array(buffer);

function changed(change: (copy: Uint8Array) => void): ArrayBuffer {
  const copy = new Uint8Array(bytes);
  change(copy);
  return copy.buffer;
}

describe('a snapshot', () => {
  it('opens the arrays of a snapshot in place without copying them', () => {
    const { arrays } = readSnapshot(buffer);
    for (const name of ARRAY_NAMES) expect(arrays[name].buffer).toBe(buffer);
  });

  it('reads back the arrays and the data version that were written to a snapshot', () => {
    const { arrays, dataVersion } = readSnapshot(buffer);
    expect(dataVersion).toBe(7);
    const copy = writeSnapshot({ arrays, dataVersion: 2 ** 40 });
    const again = readSnapshot(copy);
    expect(again.dataVersion).toBe(2 ** 40);
    for (const name of ARRAY_NAMES) expect(again.arrays[name]).toEqual(arrays[name]);
    expect(openPlaceIndex(copy).search({ query: 'paris', limit: 1 })).toHaveLength(1);
  });

  it.each(ARRAY_NAMES)('rejects a snapshot with a changed byte in %s', name => {
    const array = readSnapshot(buffer).arrays[name];
    if (array.byteLength === 0) return;
    for (const at of [array.byteOffset, array.byteOffset + array.byteLength - 1]) {
      const damaged = changed(copy => {
        copy[at] = (copy[at] as number) ^ 0x10;
      });
      expect(() => openPlaceIndex(damaged)).toThrow(SnapshotError);
    }
  });

  it('rejects a snapshot if any byte of the header has changed', () => {
    const header = readSnapshot(buffer).arrays[ARRAY_NAMES[0] as 'languageBytes'].byteOffset;
    for (let at = 0; at < header; at++) {
      const damaged = changed(copy => {
        copy[at] = (copy[at] as number) ^ 0x01;
      });
      expect(() => openPlaceIndex(damaged)).toThrow(SnapshotError);
    }
  });

  it.each([
    ['empty', new ArrayBuffer(0), 'not a place index'],
    [
      'a file of another type',
      new TextEncoder().encode('{"places":[]}'.repeat(50)).buffer,
      'not a place index',
    ],
    ['cut to its first half', bytes.slice(0, bytes.length >> 1).buffer, 'truncated'],
    ['one byte too short', bytes.slice(0, -1).buffer, 'truncated'],
    ['one byte too long', new Uint8Array([...bytes, 0]).buffer, 'truncated'],
    ['in an older format', changed(copy => copy.set([0, 0, 0, 0], 8)), 'format 0'],
  ])('rejects a snapshot that is %s', (_, other, message) => {
    expect(() => openPlaceIndex(other as ArrayBuffer)).toThrow(message as string);
  });
});
