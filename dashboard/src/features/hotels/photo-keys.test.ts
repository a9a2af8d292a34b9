import { expect, it } from 'vitest';
import { movedTo } from './content-draft.ts';
import { editedPhoto, photoKey } from './photo-keys.ts';

it('a photo keeps its key while it is moved and edited, and equal photos have different keys', () => {
  const photos = [{ url: 'https://example.com/1.jpg' }, { url: 'https://example.com/1.jpg' }];
  const keys = photos.map(photoKey);
  expect(new Set(keys).size).toBe(2);
  expect(movedTo(photos, 0, 1).map(photoKey)).toEqual([keys[1], keys[0]]);
  const edited = editedPhoto(photos[0] as { url: string }, { url: 'https://example.com/2.jpg' });
  expect(edited.url).toBe('https://example.com/2.jpg');
  expect(photoKey(edited)).toBe(keys[0]);
});
