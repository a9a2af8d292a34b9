import { expect, it } from 'vitest';
import { actorLabel, actorName } from './actor-name.ts';

const NAMES = new Map([['olivia@example.com', 'olivia']]);

it.each([
  ['olivia@example.com', 'olivia', 'olivia'],
  ['leo@example.com', 'leo@example.com', 'leo@example.com'],
  ['service', 'Serai', 'Serai'],
  ['SERVICE', 'Serai', 'Serai'],
  ['operator', 'the operator', 'The operator'],
  ['OPERATOR', 'the operator', 'The operator'],
  ['operator-token', 'the operator token', 'The operator token'],
  ['link-ca2689c2', 'a one-time link user', 'A one-time link user'],
  ['CLIENT', 'the partner', 'The partner'],
  ['constructor', 'constructor', 'constructor'],
  [null, 'unknown', 'Unknown'],
])('the actor %s has the same name everywhere', (actor, inSentence, label) => {
  expect(actorName(actor, NAMES)).toBe(inSentence);
  expect(actorLabel(actor, NAMES)).toBe(label);
});
