import { expect, it } from 'vitest';
import {
  adrMinor,
  nightFigures,
  occupancyPercent,
  type StayFigures,
  totalFigures,
} from './performance-figures.ts';

const range = { from: '2027-06-01', to: '2027-06-04' };
const stay: StayFigures = {
  checkIn: '2027-06-01',
  checkOut: '2027-06-03',
  roomCodes: ['DBL'],
  netMinor: 250_00,
  nightlyMinor: [100_00, 150_00],
  isCancelled: false,
  isNew: false,
  isNewlyCancelled: false,
};
const figures = (stays: StayFigures[], roomCode?: string) =>
  nightFigures({ allotments: [], stays }, range, roomCode);

it('counts each night at its own price, and only nights within the range', () => {
  const before = { ...stay, checkIn: '2027-05-31', checkOut: '2027-06-02' };
  const nights = figures([stay, before]);
  expect(nights.map(({ sold, revenueMinor }) => [sold, revenueMinor])).toEqual([
    [2, 250_00],
    [1, 150_00],
    [0, 0],
  ]);
});

it('counts the rooms of one room type if only that type is requested', () => {
  const mixed = { ...stay, roomCodes: ['DBL', 'SGL'], nightlyMinor: [1, 2, 30, 40], netMinor: 73 };
  expect(figures([mixed], 'SGL').map(({ revenueMinor }) => revenueMinor)).toEqual([30, 40, 0]);
});

it('divides a price without nightly prices so that the parts add up exactly', () => {
  const old = { ...stay, checkOut: '2027-06-04', netMinor: 100, nightlyMinor: null };
  const nights = figures([old]);
  expect(nights.map(({ revenueMinor }) => revenueMinor)).toEqual([34, 33, 33]);
  expect(totalFigures(nights).revenueMinor).toBe(100);
});

it('counts cancellations against the pickup, unless the booking was also made in the period', () => {
  const cancelled = { ...stay, isCancelled: true, isNewlyCancelled: true };
  expect(figures([cancelled])[0]).toMatchObject({ sold: 0, pickupRooms: -1, pickupMinor: -100_00 });
  expect(figures([{ ...cancelled, isNew: true }])[0]).toMatchObject({ pickupRooms: 0, pickupMinor: 0 });
  expect(figures([{ ...stay, isNew: true }])[0]).toMatchObject({ pickupRooms: 1, pickupMinor: 100_00 });
});

it('rounds occupancy and ADR half up, and leaves them out if there is nothing to divide by', () => {
  const base = { allotment: 3, sold: 2, revenueMinor: 201, pickupRooms: 0, pickupMinor: 0 };
  expect([occupancyPercent(base), adrMinor(base)]).toEqual(['66.7', 101]);
  expect([occupancyPercent({ ...base, allotment: 0 }), adrMinor({ ...base, sold: 0 })]).toEqual([null, null]);
});
