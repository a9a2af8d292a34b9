import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hmacSha256 } from './hmac-sha256.ts';

it('our HMAC equals the standard HMAC for short and long keys and messages', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.uint8Array({ minLength: 4_000, maxLength: 4_200 }),
  );
  fc.assert(
    fc.property(bytes, fc.array(bytes, { minLength: 1, maxLength: 3 }), (key, messages) => {
      const mac = hmacSha256(key);
      for (const message of messages) {
        expect(Buffer.from(mac(message), 'binary').toString('hex')).toBe(
          createHmac('sha256', key).update(message).digest('hex'),
        );
      }
    }),
  );
});
