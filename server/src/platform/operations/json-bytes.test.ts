import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonBytes } from './json-bytes.ts';
import { BufferPool } from './response-buffers.ts';

function write(text: string, size: number, buffers?: BufferPool): JsonBytes {
  const out = new JsonBytes(buffers);
  for (let length = 0; length < size; length += text.length) out.characters(text);
  return out;
}

test('the bytes of a lent response stay the same until it is released, whatever is written in the meantime', () => {
  const first = write('a', 200_000).lend();
  const second = write('b', 200_000).lend();
  write('c', 200_000).finish();
  expect(first.body.toString()).toBe('a'.repeat(200_000));
  expect(second.body.toString()).toBe('b'.repeat(200_000));
});

test('a released buffer is used for the next response, and only once', () => {
  const buffers = new BufferPool();
  const first = write('a', 200_000, buffers).lend();
  first.release?.();
  first.release?.();
  const second = write('b', 200_000, buffers).lend();
  const third = write('c', 200_000, buffers).lend();
  expect((second.body as Buffer).buffer).toBe((first.body as Buffer).buffer);
  expect(second.body.toString()).toBe('b'.repeat(200_000));
  expect(third.body.toString()).toBe('c'.repeat(200_000));
});

test('a response that fills less than half of its buffer is copied, so that its client does not occupy the buffer', () => {
  const buffers = new BufferPool();
  write('a', 1_000_000, buffers).lend().release?.();
  const small = write('b', 10, buffers).lend();
  expect(small).toEqual({ body: 'b'.repeat(10) });
  const medium = write('e', 300_000, buffers).lend();
  expect(medium.release).toBeUndefined();
  expect((medium.body as Buffer).buffer.byteLength).toBe(300_000);
  expect(write('c', 600_000, buffers).lend().release).toBeDefined();
});

test('the buffer of a copied response can be used for another response while the copy is sent', () => {
  const buffers = new BufferPool();
  buffers.noteResponse(1_000_000);
  const { body } = write('a', 200_000, buffers).lend();
  write('b', 1_000_000, buffers).finish();
  expect(body.toString()).toBe('a'.repeat(200_000));
});

test('base64url writes the same characters as Node', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(5), (source, from) => {
      const start = Math.min(from, source.length);
      const end = start + Math.floor((source.length - start) / 3) * 3;
      const out = new JsonBytes();
      out.base64url(source, start, end);
      expect(out.finish()).toBe(Buffer.from(source).toString('base64url', start, end));
    }),
  );
});

test('decimals are exact up to the largest safe integer', () => {
  for (let i = 0; i < 100; i++) {
    const minor = Number.MAX_SAFE_INTEGER - i;
    for (const sign of [1, -1]) {
      const out = new JsonBytes();
      out.decimal(sign * minor, 0);
      expect(out.finish()).toBe(String(sign * minor));
    }
  }
});
