import { describe, expect, test } from 'vitest';
import { hotelEvidence } from '../../../test/mapping/hotel-evidence.ts';
import { CorpusStatistics } from '../candidates/corpus-statistics.ts';
import { normalFormOf } from '../normal-form/normal-form.ts';
import { compareHotels } from './compare-hotels.ts';
import { agreesWithAll, type Decision, decideScored, resolveClaims, type Scored } from './decide.ts';
import { FEATURE_NAMES, FEATURES } from './features.ts';
import modelFile from './model.json' with { type: 'json' };
import { evidenceOf, readModel, scoreOf } from './model.ts';

const model = readModel(modelFile);
const { same, review, margin } = model.thresholds;

function scored(
  id: string,
  score: number,
  vetoes: Scored<string>['comparison']['vetoes'] = [],
): Scored<string> {
  return { id, score, comparison: { levels: [], vetoes } };
}

describe('the decision about one hotel', () => {
  test('matches a candidate that is above the threshold and ahead of the others', () => {
    expect(decideScored([scored('a', same), scored('b', same - margin)], model)).toMatchObject({
      outcome: 'SAME',
      best: { id: 'a' },
    });
  });

  test('asks a person if a second candidate is within the margin', () => {
    const decision = decideScored([scored('a', same), scored('b', same - margin + 0.1)], model);
    expect(decision).toMatchObject({ outcome: 'REVIEW', doubt: { kind: 'MARGIN' } });
  });

  test('asks a person if a veto forbids the match, whatever the score', () => {
    const decision = decideScored([scored('a', 1_000, ['NUMBERS'])], model);
    expect(decision).toMatchObject({ outcome: 'REVIEW', doubt: { kind: 'VETO', vetoes: ['NUMBERS'] } });
  });

  test('asks a person between the two thresholds', () => {
    expect(decideScored([scored('a', review)], model)).toMatchObject({
      outcome: 'REVIEW',
      doubt: { kind: 'SCORE' },
    });
  });

  test('decides that a hotel is none of ours below both thresholds or without candidates', () => {
    expect(decideScored([scored('a', review - 0.1)], model).outcome).toBe('DIFFERENT');
    expect(decideScored([], model).outcome).toBe('DIFFERENT');
  });
});

describe('several hotels of a provider that claim one of ours', () => {
  const claim = (score: number): Decision<string> => ({
    outcome: 'SAME',
    best: scored('ours', score),
    others: [],
  });

  test('leave it to the best one if that is ahead by the margin', () => {
    const decisions = new Map([
      ['one', claim(20)],
      ['two', claim(20 - margin)],
    ]);
    resolveClaims(decisions, model);
    expect(decisions.get('one')?.outcome).toBe('SAME');
    expect(decisions.get('two')).toMatchObject({ outcome: 'REVIEW', doubt: { kind: 'TAKEN' } });
  });

  test('are all reviewed if none is ahead', () => {
    const decisions = new Map([
      ['one', claim(20)],
      ['two', claim(20)],
    ]);
    resolveClaims(decisions, model);
    expect([...decisions.values()].map(({ outcome }) => outcome)).toEqual(['REVIEW', 'REVIEW']);
  });
});

describe('complete linkage', () => {
  const corpus = new CorpusStatistics();
  const hotel = (name: string) =>
    normalFormOf(
      hotelEvidence({
        name,
        address: { lines: ['Calle Mayor 1'], city: 'Toledo', postalCode: '45001' },
        location: { lat: 39.8571, lng: -4.0241 },
      }),
    );

  test('lets a hotel join a group only if it agrees with every member', () => {
    const candidate = hotel('Hotel Larkspur');
    expect(agreesWithAll(candidate, [hotel('Larkspur')], corpus, model)).toBe(true);
    expect(agreesWithAll(candidate, [hotel('Larkspur'), hotel('Larkspur II')], corpus, model)).toBe(false);
    expect(agreesWithAll(candidate, [hotel('Larkspur'), hotel('Nightjar')], corpus, model)).toBe(false);
  });
});

test('the evidence lists feature, level and weight, and the weights add up to the score', () => {
  const corpus = new CorpusStatistics();
  const form = normalFormOf(hotelEvidence({ name: 'Hotel Larkspur', stars: 4, phones: ['+34 931 234 567'] }));
  const comparison = compareHotels(form, form, corpus);
  const evidence = evidenceOf(model, comparison);
  expect(evidence.map(({ feature, level }) => `${feature} ${level}`)).toEqual([
    'NAME SAME_RARE',
    'PHONE SAME',
    'KIND SAME',
    'STARS SAME',
  ]);
  const sum = evidence.reduce((total, { weight }) => total + weight, 0);
  expect(sum).toBeCloseTo(scoreOf(model, comparison.levels), 1);
});

test('a model without a weight for a level is rejected', () => {
  const { NAME: _, ...features } = modelFile.features;
  expect(() => readModel({ ...modelFile, features })).toThrow('has no weight for NAME');
});

test('an agreement never has less weight than a disagreement of the same feature', () => {
  for (const [i, feature] of FEATURE_NAMES.entries()) {
    const at = (level: string) => model.weights[i]?.[(FEATURES[feature] as readonly string[]).indexOf(level)];
    const best = Math.max(at('SAME') ?? -99, at('SAME_RARE') ?? -99, at('WITHIN_50_M') ?? -99);
    const worst = at('DIFFERENT') ?? at('FAR') ?? at('OTHER_STREET') ?? 0;
    expect(best, feature).toBeGreaterThan(worst);
  }
});
