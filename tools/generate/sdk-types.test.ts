import { expect, test } from 'vitest';
import { ERROR_CODES } from '../../contract/src/errors.ts';
import { EVENT_TYPES } from '../../contract/src/events.ts';
import { OPERATIONS } from '../../contract/src/operations.ts';
import { oldTypeNames, printOperations, sdkTypes } from './sdk-types.ts';

const text = String(await sdkTypes[0]?.render());

function declared(name: string): string {
  return (
    new RegExp(`^export (?:interface|type|const) ${name}\\b[\\s\\S]*?^\\S*[};]+.*$`, 'm').exec(text)?.[0] ??
    ''
  );
}

test('the SDK types contain every operation, event and error code of the contract', () => {
  for (const { name, path } of OPERATIONS) {
    expect(text).toContain(`path: '${path}'`);
    expect(declared('OperationTypes')).toMatch(
      new RegExp(`^ {2}'?${name}'?: \\{ request: \\w+Request; answer: \\w+ \\};$`, 'm'),
    );
  }
  for (const type of EVENT_TYPES) expect(text).toContain(`type: '${type}';`);
  for (const code of ERROR_CODES) {
    expect(declared('ERRORS')).toContain(`  ${code}: { status: `);
    expect(declared('ErrorCode')).toContain(`'${code}'`);
  }
});

test('SDK enumerations are open in responses, events and errors, and closed in requests', () => {
  const [requests, answers]: [string[], string[]] = [[], []];
  for (const [, name = '', body = ''] of text.matchAll(
    /^export (?:interface|type) (\w+)([\s\S]*?)(?=^export |^\/\*\* \w.*\nexport )/gm,
  )) {
    if (['SeraiEvent', 'EventType', 'Scope', 'OperationName'].includes(name)) continue;
    const lists = body.match(/'\w+' \|.*/g) ?? [];
    (/Request$|Input$/.test(name) ? requests : answers).push(...lists);
  }
  expect(requests.length).toBeGreaterThan(10);
  expect(answers.length).toBeGreaterThan(30);
  expect(answers.filter(list => !list.includes('(string & {})'))).toEqual([]);
  expect(requests.filter(list => list.includes('(string & {})'))).toEqual([]);
});

test('the names of types in earlier versions are deprecated aliases', () => {
  expect(text).toContain('/** @deprecated Use `Quote`. */\nexport type PrebookingAnswer = Quote;');
  expect(text).toContain(
    '/** @deprecated Use `BookingDetailRequest`. */\nexport type BookingdetailRequest = BookingDetailRequest;',
  );
  for (const [now, before] of oldTypeNames()) expect(text).toContain(`export type ${before} = ${now};`);
});

test('an operation added to the contract is added to the SDK types', () => {
  const [boards] = OPERATIONS.filter(({ name }) => name === 'boards');
  if (boards === undefined) throw new Error('There is no operation to copy.');
  const typeNames = { request: 'HotelReviewsRequest', response: 'HotelReviews' };
  const added = { ...boards, name: 'hotel-reviews', path: '/content/hotels/v1/reviews', typeNames } as const;
  const printed = printOperations([...OPERATIONS, added]);
  expect(printed).toContain(`  'hotel-reviews': {
    path: '/content/hotels/v1/reviews',
    scope: 'content:read',
    trafficClass: 'content',
    defaultTimeoutMs: null,
    deadlineMs: 15000,
  },`);
  expect(printed).toContain("  'hotel-reviews': { request: HotelReviewsRequest; answer: HotelReviews };");
});

test('the SDK types are identical every time they are generated', async () => {
  expect(await sdkTypes[0]?.render()).toBe(text);
});
