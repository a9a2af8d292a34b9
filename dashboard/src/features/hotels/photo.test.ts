import { expect, test } from 'vitest';
import { photoSource } from './photo.tsx';

test.each([
  ['https://example.com/a.jpg', 'https://example.com/a.jpg'],
  ['http://127.0.0.1:8081/pictures/sandbox/images/v1/0/pool.svg', '/pictures/sandbox/images/v1/0/pool.svg'],
  ['http://example.com/a.jpg', undefined],
  ['http://127.0.0.1:8081/pictures/sandbox/other', undefined],
  ['nonsense', undefined],
])('a photo at %s is loaded from %s', (url, source) => expect(photoSource(url)).toBe(source));
