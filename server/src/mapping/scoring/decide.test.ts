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
  test('a candidate at the threshold that leads by the margin is matched automatically', () => {
    expect(decideScored([scored('a', same), scored('b', same - margin)], model)).toMatchObject({
      outcome: 'SAME',
      best: { id: 'a' },
    });
  });

  test('a match needs review if a second candidate is within the margin', () => {
    const decision = decideScored([scored('a', same), scored('b', same - margin + 0.1)], model);
    expect(decision).toMatchObject({ outcome: 'REVIEW', doubt: { kind: 'MARGIN' } });
  });

  test('a match with a veto needs review, whatever its score', () => {
    const decision = decideScored([scored('a', 1_000, ['NUMBERS'])], model);
    expect(decision).toMatchObject({ outcome: 'REVIEW', doubt: { kind: 'VETO', vetoes: ['NUMBERS'] } });
  });

  test('a match between the two thresholds needs review', () => {
    expect(decideScored([scored('a', review)], model)).toMatchObject({
      outcome: 'REVIEW',
      doubt: { kind: 'SCORE' },
    });
  });

  test('a hotel without a candidate that reaches the lower threshold counts as not in the catalogue', () => {
    expect(decideScored([scored('a', review - 0.1)], model).outcome).toBe('DIFFERENT');
    expect(decideScored([], model).outcome).toBe('DIFFERENT');
  });
});

describe('several hotels of a provider that match the same catalogue hotel', () => {
  const claim = (score: number): Decision<string> => ({
    outcome: 'SAME',
    best: scored('ours', score),
    others: [],
  });

  test('if several hotels of a provider match one catalogue hotel, the best one is matched if it leads by the margin', () => {
    const decisions = new Map([
      ['one', claim(20)],
      ['two', claim(20 - margin)],
    ]);
    resolveClaims(decisions, model);
    expect(decisions.get('one')?.outcome).toBe('SAME');
    expect(decisions.get('two')).toMatchObject({ outcome: 'REVIEW', doubt: { kind: 'TAKEN' } });
  });

  test('if several hotels of a provider match one catalogue hotel equally well, all need review', () => {
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

  test('a hotel is matched only if it agrees with every hotel of other providers that is mapped to the same hotel', () => {
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

test('a model without weights for a feature is rejected', () => {
  const { NAME: _, ...features } = modelFile.features;
  expect(() => readModel({ ...modelFile, features })).toThrow('has no weight for NAME');
});

test('an agreement always has more weight than a disagreement in the same feature', () => {
  for (const [i, feature] of FEATURE_NAMES.entries()) {
    const at = (level: string) => model.weights[i]?.[(FEATURES[feature] as readonly string[]).indexOf(level)];
    const best = Math.max(at('SAME') ?? -99, at('SAME_RARE') ?? -99, at('WITHIN_50_M') ?? -99);
    const worst = at('DIFFERENT') ?? at('FAR') ?? at('OTHER_STREET') ?? 0;
    expect(best, feature).toBeGreaterThan(worst);
  }
});
