import { expect, it } from 'vitest';
import { matchingScenarios, type Scenario, statusOf } from './scenario.tsx';

const scenario = (name: string, group: Scenario['group'], description: string, status: number) =>
  ({
    name,
    group,
    operation: 'booking',
    description,
    hotelId: 'htl_a',
    steps: [
      { operation: 'availability', path: '/a', body: {}, keeps: [], status: 200 },
      { operation: 'booking', path: '/b', body: {}, keeps: [], status },
    ],
    curl: '',
  }) as unknown as Scenario;

const ALL = [
  scenario('book.soldout', 'BOOK', 'Sold out meanwhile: 409 OFFER_NOT_AVAILABLE.', 409),
  scenario('book.garbled', 'BOOK', 'An unreadable answer: 202 PENDING.', 202),
  scenario('prebook.soldout', 'QUOTE', 'The offer is gone.', 409),
];
const names = (found: Scenario[]) => found.map(({ name }) => name);

it('scenarios can be found by name, description and status', () => {
  expect(names(matchingScenarios(ALL, { text: 'SOLDOUT' }))).toEqual(['book.soldout', 'prebook.soldout']);
  expect(names(matchingScenarios(ALL, { text: 'unreadable pending' }))).toEqual(['book.garbled']);
  expect(names(matchingScenarios(ALL, { text: '409', group: 'QUOTE' }))).toEqual(['prebook.soldout']);
  expect(names(matchingScenarios(ALL, {}))).toHaveLength(3);
  expect(matchingScenarios(ALL, { text: 'nothing like it' })).toEqual([]);
});

it('a scenario is shown with the status of its last response', () => {
  expect(ALL.map(statusOf)).toEqual([409, 202, 409]);
});
