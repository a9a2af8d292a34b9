import { describe, expect, test } from 'vitest';
import { precisionBound } from '../../../test/mapping/precision-bound.ts';
import { generateRooms } from '../../../test/mapping/world/generate-rooms.ts';
import type { SuppliedHotelRoom } from '../../booking/port/supplied-content.ts';
import { matchRooms } from './match-rooms.ts';
import { type RoomVector, roomVector } from './room-attributes.ts';
import { standardRoomName } from './standard-name.ts';

function room(name: string, fields: Partial<SuppliedHotelRoom> = {}): RoomVector {
  return roomVector({
    supplierRoomId: null,
    name,
    maxTotal: 2,
    maxAdults: null,
    maxChildren: null,
    beds: [],
    attributes: {},
    ...fields,
  });
}

describe('attributes', () => {
  test.each([
    ['Deluxe Room, 1 King Bed', 'Deluxe Room, 1 King Bed'],
    ['DOUBLE DELUXE KING BED', 'Deluxe Room, 1 Double Bed and 1 King Bed'],
    ['Standard Room, 2 Double Beds - Free breakfast', 'Standard Room, 2 Double Beds'],
    ['Room, 2 Double Beds, Non Smoking - Breakfast for 2', 'Room, 2 Double Beds, Non-Smoking'],
    ['Standard King Room - High Floor - Non-refundable', 'Standard Room, 1 King Bed, High Floor'],
    ['JUNIOR SUITE RIVER VIEW', 'Junior Suite, River View'],
    ['FAMILY ROOM TWO BEDROOMS', 'Family 2-Bedroom Room'],
    ['Double or Twin SUPERIOR', 'Superior Room, 1 Double or 2 Single Beds'],
    ['Club King Room with Lounge Access - Non-refundable', 'Club Room, 1 King Bed'],
    [
      'Deluxe Suite, 1 King Bed with Sofa bed, Oceanfront - Room Only',
      'Deluxe Suite, 1 King Bed and 1 Sofa Bed, Sea View',
    ],
    ['Bed in 6-Bed Female Dormitory, Shared Bathroom', 'Dormitory, Shared Bathroom, Female Only'],
    ['Accessible Twin Room', 'Room, 2 Single Beds, Accessible'],
  ])('the room name "%s" becomes the standard name "%s"', (name, standard) => {
    expect(standardRoomName(room(name))).toBe(standard);
  });

  test("the supplier's room attributes are used if the name does not state them", () => {
    expect(room('Room', { attributes: { view: 'sea', quality: 'deluxe' } })).toMatchObject({
      view: 'SEA',
      quality: 'DELUXE',
    });
  });

  test('bed groups take precedence over the beds in a room name', () => {
    expect(room('Double Room', { beds: ['1 King Bed'] }).beds).toEqual([{ type: 'KING', count: 1 }]);
  });
});

describe('matching', () => {
  const match = (ours: RoomVector[], theirs: RoomVector[]) =>
    [...matchRooms(new Map(ours.entries()), new Map(theirs.entries())).values()].map(
      decision => decision.outcome,
    );

  test('rooms with the same attributes are matched automatically', () => {
    const ours = [room('Deluxe Room, 1 King Bed, Sea View'), room('Deluxe Room, 1 King Bed')];
    expect(match(ours, [room('Deluxe King Room with Sea View - Non-refundable')])).toEqual(['SAME']);
  });

  test.each<[string, RoomVector, RoomVector]>([
    ['beds', room('Deluxe Room, 1 King Bed'), room('Deluxe Room, 2 Double Beds')],
    ['capacity', room('Deluxe King Room'), room('Deluxe King Room', { maxTotal: 3 })],
    ['bedrooms', room('One Bedroom Apartment'), room('Two Bedroom Apartment')],
    ['the type of bathroom', room('Single Room, Private Bathroom'), room('Single Room, Shared Bathroom')],
    ['the type of dormitory', room('Female Dormitory'), room('Mixed Dormitory')],
  ])('rooms that differ in %s are never matched', (_, ours, theirs) => {
    expect(match([ours], [theirs])).toEqual(['DIFFERENT']);
  });

  test.each<[string, RoomVector, RoomVector]>([
    ['a view', room('Deluxe King Room, Sea View'), room('Deluxe King Room')],
    ['accessibility', room('Deluxe King Room'), room('Deluxe King Room, Accessible')],
    ['capacity', room('Deluxe King Room'), room('Deluxe King Room', { maxTotal: null })],
    ['an unknown word', room('Deluxe King Room Lindwurm'), room('Deluxe King Room')],
  ])('a room match needs review if only one of the rooms states %s', (_, ours, theirs) => {
    expect(match([ours], [theirs])).toEqual(['REVIEW']);
  });

  test("a room match needs review if two of the supplier's rooms match one of ours", () => {
    const theirs = [room('Deluxe King Room - Room Only'), room('Deluxe Room, 1 King Bed')];
    expect(match([room('Deluxe King Room')], theirs)).toEqual(['REVIEW', 'REVIEW']);
  });
});

test('automatic matches of generated rooms reach a precision of 99.5 %', () => {
  const counts = { automatic: 0, wrong: 0, matchable: 0 };
  for (const hotel of generateRooms('hold-out 1', 1_500)) {
    const theirs = new Map(hotel.theirs.map(({ record }, i) => [i, roomVector(record)]));
    const decisions = matchRooms(
      new Map(hotel.ours.map(({ truth, record }) => [truth, roomVector(record)])),
      theirs,
    );
    for (const [i, { truth }] of hotel.theirs.entries()) {
      if (hotel.ours.some(ours => ours.truth === truth)) counts.matchable += 1;
      const decision = decisions.get(i);
      if (decision?.outcome !== 'SAME') continue;
      counts.automatic += 1;
      if (decision.roomId !== truth) counts.wrong += 1;
    }
  }
  expect(precisionBound(counts.wrong, counts.automatic)).toBeGreaterThan(0.995);
  expect(counts.automatic / counts.matchable).toBeGreaterThan(0.5);
});
