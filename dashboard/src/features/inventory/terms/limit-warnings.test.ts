import { expect, it } from 'vitest';
import { limitWarnings } from './limit-warnings.ts';

const catalogue = [
  { roomCode: 'FAM', name: 'Family room', occupancy: { maxTotal: 4, maxAdults: 3, maxChildren: 2 } },
];
const room = { roomCode: 'FAM', baseOccupancy: 2, maxAdults: 3, maxChildren: 2, maxTotal: 4 };

it('limits that match the catalogue, and rooms that the catalogue does not know, cause no warning', () => {
  expect(limitWarnings({ rooms: [room, { ...room, roomCode: 'NEW', maxTotal: 1 }] }, catalogue)).toEqual([]);
});

it('a room that accepts no children although the catalogue allows them causes a warning', () => {
  expect(limitWarnings({ rooms: [{ ...room, maxChildren: 0 }] }, catalogue)).toEqual([
    {
      text: 'Family room: these terms allow no children, but the catalogue allows 2 children.',
      at: { pointer: '/document/rooms/0/maxChildren' },
    },
  ]);
});

it('all limits that are tighter than the catalogue are named in one warning', () => {
  expect(
    limitWarnings({ rooms: [{ ...room, maxAdults: 1, maxChildren: 1, maxTotal: 2 }] }, catalogue),
  ).toEqual([
    {
      text: 'Family room: at most 2 people (1 adult, 1 child); the catalogue allows 4 people (3 adults, 2 children).',
      at: { pointer: '/document/rooms/0/maxTotal' },
    },
  ]);
});
