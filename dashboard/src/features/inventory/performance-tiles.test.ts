import { expect, it } from 'vitest';
import { type Figures, type ShownPerformance, tilesOf } from './performance-tiles.ts';

const euros = (amount: string) => ({ amount, currency: 'EUR' });
const total: Figures = {
  ...{ allotment: 400, sold: 100, occupancyPercent: '25.0', pickupRooms: 12 },
  ...{ revenue: euros('12000.00'), adr: euros('120.00'), pickupRevenue: euros('1440.00') },
};
const past: Figures = {
  ...{ allotment: 400, sold: 80, occupancyPercent: '20.0', pickupRooms: 16 },
  ...{ revenue: euros('8000.00'), adr: euros('100.00'), pickupRevenue: euros('1600.00') },
};
const tiles = (now: Figures, before: Figures | undefined) => {
  const known = { currency: 'EUR', from: '2027-06-01', to: '2027-06-30', pickupDays: 7, nights: [] };
  const performance: ShownPerformance = {
    ...{ ...known, total: now },
    before: before && { ...known, total: before },
  };
  return tilesOf(performance).map(tile => [
    tile.before?.text ?? tile.hint,
    tile.before?.change && `${tile.before.change.direction} ${tile.before.change.text}`,
  ]);
};

it('a figure without a value is a dash, and a figure that loads is not', () => {
  const values = (performance: null | undefined) => tilesOf(performance).map(({ value }) => value);
  expect(values(undefined)).toEqual([undefined, undefined, undefined, undefined]);
  expect(values(null)).toEqual(['–', '–', '–', '–']);
});

it('every figure is shown with that of the year before and with the change', () => {
  expect(tiles(total, past)).toEqual([
    ['20.0% a year earlier', 'up 5 points'],
    ['100.00 a year earlier', 'up 20%'],
    ['8,000.00 a year earlier', 'up 50%'],
    ['+16 a year earlier', 'down 25%'],
  ]);
});

it('room nights are compared if the allotment of the year before is not known', () => {
  expect(tiles(total, { ...past, allotment: 0, occupancyPercent: null })[0]).toEqual([
    ...['80 sold a year earlier', 'up 25%'],
  ]);
});

it('nothing is compared without sales in the year before', () => {
  const explained = [
    ['100 of 400 room nights', undefined],
    ['Per sold room night', undefined],
    ['Before pricing rules', undefined],
    ['1,440.00 EUR', undefined],
  ];
  expect(tiles(total, undefined)).toEqual(explained);
  expect(tiles(total, { ...past, sold: 0, adr: null })).toEqual(explained);
});
