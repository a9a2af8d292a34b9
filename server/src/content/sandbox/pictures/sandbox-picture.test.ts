import { describe, expect, it } from 'vitest';
import type { HotelContent, RoomContent } from '../../catalogue/catalogue-hotel.ts';
import { SandboxPictures } from './pictures-of-hotel.ts';
import { findPicture, picturePath, SCENE_NAMES } from './sandbox-picture.ts';

const drawPicture = (path: string) => findPicture(path)?.();

describe('findPicture', () => {
  it.each(SCENE_NAMES)('draws the scene %s the same way every time and without scripts or links', scene => {
    const path = picturePath(scene, 'htl_A');
    const svg = drawPicture(path) as string;
    expect(drawPicture(path)).toBe(svg);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/);
    expect(svg).not.toMatch(/script|href|NaN|undefined|on\w+=/);
    expect(svg.length).toBeLessThan(40_000);
  });

  it('draws other pictures for other hotels and rooms', () => {
    const ids = Array.from({ length: 50 }, (_, i) => `htl_${i}`);
    const exteriors = ids.map(id => drawPicture(picturePath('exterior-tower', id)));
    expect(new Set(exteriors).size).toBe(50);
    const rooms = ['DBL', 'TWN', 'STE'].map(code =>
      drawPicture(picturePath('room-double-sea', 'htl_A', code)),
    );
    expect(new Set(rooms).size).toBe(3);
  });

  it.each([
    '/sandbox/images/v1/0123456789ab/unknown.svg',
    '/sandbox/images/v1/0123456789ab/toString.svg',
    '/sandbox/images/v1/0123456789AB/pool.svg',
    '/sandbox/images/v1/0123456789abc/pool.svg',
    '/sandbox/images/v1/0123456789ab/pool.png',
    '/sandbox/images/v1/0123456789ab/pool.svg?x=1',
    '/sandbox/images/v1/../../pool.svg',
    '/sandbox/images/v1/%3Cscript%3E/pool.svg',
    '/sandbox/',
  ])('draws nothing for the path %s', path => {
    expect(drawPicture(path)).toBeUndefined();
  });
});

describe('SandboxPictures', () => {
  const pictures = new SandboxPictures('https://api.example.com');
  const hotel = (members: Partial<HotelContent> = {}) => ({
    hotelId: 'htl_A',
    content: {
      sourceId: 'sandbox-plc_1-1',
      type: 'RESORT',
      images: [],
      facilities: [{ code: 'POOL_OUTDOOR' }],
      ...members,
    } as unknown as HotelContent,
  });
  const room = (sourceId: string | null) => ({
    hotelId: 'htl_A',
    roomCode: 'TWN',
    sourceId,
    content: {
      images: [],
      beds: [{ type: 'SINGLE', count: 2 }],
      standardName: { view: 'SEA' },
      amenities: [{ code: 'PRIVATE_BATHROOM' }],
    } as unknown as RoomContent,
  });

  it('a generated hotel has pictures of what it offers, with captions and sizes', () => {
    const { images } = pictures.addToHotel('sandbox', hotel()).content;
    expect(images.map(({ kind }) => kind)).toEqual(['EXTERIOR', 'POOL', 'LOBBY', 'SURROUNDINGS']);
    for (const { url, caption, width, height } of images) {
      expect(url.startsWith('https://api.example.com/sandbox/images/v1/')).toBe(true);
      expect(drawPicture(new URL(url).pathname)).toBeDefined();
      expect(Object.keys(caption ?? {})).toEqual(['en', 'es']);
      expect([width, height]).toEqual([960, 640]);
    }
  });

  it('a generated room has a picture with its beds and view, and of its bathroom', () => {
    const { images } = pictures.addToRoom('sandbox', room('sandbox-plc_1-1')).content;
    expect(images.map(({ url }) => url.split('/').at(-1))).toEqual(['room-twin-sea.svg', 'bathroom.svg']);
  });

  it('hotels in production, hotels of operators and hotels with images of their own stay unchanged', () => {
    const own = [{ url: 'https://example.com/a.jpg', kind: 'EXTERIOR' as const }];
    const imported = hotel({ sourceId: 'A-1' });
    for (const [environment, each] of [
      ['production', hotel()],
      ['sandbox', imported],
      ['sandbox', hotel({ images: own })],
    ] as const) {
      expect(pictures.addToHotel(environment, each)).toBe(each);
    }
    for (const each of [room(null), room('A-1')]) expect(pictures.addToRoom('sandbox', each)).toBe(each);
  });
});
