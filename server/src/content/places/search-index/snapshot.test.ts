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
  it('the arrays of a place index snapshot are used in place, without a copy', () => {
    const { arrays } = readSnapshot(buffer);
    for (const name of ARRAY_NAMES) expect(arrays[name].buffer).toBe(buffer);
  });

  it('the arrays and the data version written to a place index snapshot are read back unchanged', () => {
    const { arrays, dataVersion } = readSnapshot(buffer);
    expect(dataVersion).toBe(7);
    const copy = writeSnapshot({ arrays, dataVersion: 2 ** 40 });
    const again = readSnapshot(copy);
    expect(again.dataVersion).toBe(2 ** 40);
    for (const name of ARRAY_NAMES) expect(again.arrays[name]).toEqual(arrays[name]);
    expect(openPlaceIndex(copy).search({ query: 'paris', limit: 1 })).toHaveLength(1);
  });

  it.each(ARRAY_NAMES)('a place index snapshot with a changed byte in %s is rejected', name => {
    const array = readSnapshot(buffer).arrays[name];
    if (array.byteLength === 0) return;
    for (const at of [array.byteOffset, array.byteOffset + array.byteLength - 1]) {
      const damaged = changed(copy => {
        copy[at] = (copy[at] as number) ^ 0x10;
      });
      expect(() => openPlaceIndex(damaged)).toThrow(SnapshotError);
    }
  });

  it('a place index snapshot is rejected if any byte of the header has changed', () => {
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
    ['truncated to its first half', bytes.slice(0, bytes.length >> 1).buffer, 'truncated'],
    ['one byte too short', bytes.slice(0, -1).buffer, 'truncated'],
    ['one byte too long', new Uint8Array([...bytes, 0]).buffer, 'truncated'],
    ['in an older format', changed(copy => copy.set([0, 0, 0, 0], 8)), 'format 0'],
  ])('a place index snapshot that is %s is rejected', (_, other, message) => {
    expect(() => openPlaceIndex(other as ArrayBuffer)).toThrow(message as string);
  });
});
