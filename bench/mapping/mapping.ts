/**
 * Measures hotel mapping on the hold-out data: precision, recall, reviews and calibration, compared with three
 * published methods, and the CPU time for a million records.
 */

import modelFile from '../../server/src/mapping/scoring/model.json' with { type: 'json' };
import { readModel } from '../../server/src/mapping/scoring/model.ts';
import { type ComparedHotel, compareCountry, judgeHotels } from '../../server/test/mapping/map-world.ts';
import { precisionBound } from '../../server/test/mapping/precision-bound.ts';
import { type CountryWorld, generateWorld, SEEDS } from '../../server/test/mapping/world/generate-world.ts';
import type { Profile } from '../../server/test/mapping/world/supplier-record.ts';
import { printAims, printTable, printText, printTitle } from '../measure/report.ts';
import { grouped } from '../measure/statistics.ts';
import { measureSpeed } from './measure-speed.ts';
import { PEERS } from './peers.ts';
import { addJudged, bCubed, boundOf, emptyQuality, precisionOf, recallOf } from './quality.ts';

const PROFILES: readonly Profile[] = ['CLEAN', 'WHOLESALER', 'RESELLER'];
const WANTED = 0.999;
const percent = (share: number, digits = 2) => `${(share * 100).toFixed(digits)} %`;

const model = readModel(modelFile);
const quality = emptyQuality();
const groups: { truth: string; predicted: string }[][] = [];
/** For each peer and supplier hotel: the score of its best candidate, and whether that candidate is right. */
const peerScores = PEERS.map((): { score: number; isRight: boolean }[] => []);

for (const world of generateWorld(SEEDS.holdOut)) {
  const group = world.catalogue.map(({ id }) => ({ truth: id, predicted: id }));
  for (const profile of PROFILES) {
    const hotels = [...compareCountry(world, profile)];
    for (const judged of judgeHotels(hotels, model)) {
      addJudged(quality, judged, model);
      const { hotel, decision } = judged;
      const predicted = decision.outcome === 'SAME' ? decision.best.id : hotel.id;
      group.push({ truth: hotel.isInCatalogue ? hotel.truth : hotel.id, predicted });
    }
    scorePeers(world, hotels);
  }
  groups.push(group);
}

function scorePeers(world: CountryWorld, hotels: readonly ComparedHotel[]): void {
  const ours = new Map(world.catalogue.map(({ id, evidence }) => [id, evidence]));
  for (const hotel of hotels) {
    for (const [i, peer] of PEERS.entries()) {
      let best = { score: 0, isRight: false };
      for (const { id } of hotel.pairs) {
        const evidence = ours.get(id);
        if (evidence === undefined) continue;
        const score = peer.score(evidence, hotel.record);
        if (score > best.score) best = { score, isRight: id === hotel.truth };
      }
      peerScores[i]?.push(best);
    }
  }
}

interface PeerResult {
  precision: number;
  bound: number;
  recall: number;
}

function peerAt(scores: readonly { score: number; isRight: boolean }[], threshold: number): PeerResult {
  const matched = scores.filter(({ score }) => score >= threshold);
  const right = matched.filter(({ isRight }) => isRight).length;
  return {
    precision: matched.length === 0 ? 0 : right / matched.length,
    bound: precisionBound(matched.length - right, matched.length),
    recall: right / quality.matchable,
  };
}

/**
 * The highest recall at any threshold at which the lower bound of the precision reaches the required value. Zero if no
 * threshold reaches it.
 */
function bestRecall(scores: readonly { score: number; isRight: boolean }[]): number {
  const sorted = scores.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
  let [right, best] = [0, 0];
  sorted.forEach(({ isRight, score }, i) => {
    if (isRight) right += 1;
    if (sorted[i + 1]?.score === score) return;
    if (right <= best || right < WANTED * (i + 1)) return;
    if (precisionBound(i + 1 - right, i + 1) >= WANTED) best = right;
  });
  return best / quality.matchable;
}

printTitle('Hotel mapping');
printText(
  `The data consists of ${grouped(quality.records)} generated hotels of three kinds of supplier in 18 countries, which were not ` +
    `used to estimate the weights. One hotel in six has a twin that is easily mistaken for it. The catalogue contains the true ` +
    `hotel for ${grouped(quality.matchable)} of them. The version of the model is ${model.version}.`,
);
const shares = bCubed(groups);
printTable(
  ['measure', 'figure'],
  [
    ['automatic matches', grouped(quality.automatic)],
    [
      'wrong automatic matches',
      `${quality.wrong} (${[...quality.wrongBy].map(([name, n]) => `${name} ${n}`).join(', ') || 'none'})`,
    ],
    ['precision of automatic matches', percent(precisionOf(quality), 3)],
    ['95 % lower bound of the precision', percent(boundOf(quality), 3)],
    ['recall of automatic matches', percent(recallOf(quality))],
    [
      'recall with reviewed matches',
      percent((quality.automatic - quality.wrong + quality.reviewRight) / quality.matchable),
    ],
    ['wrong-hotel offers per 10 000', ((quality.wrong / quality.automatic) * 10_000).toFixed(2)],
    ['reviews per 10 000 hotels', grouped((quality.review / quality.records) * 10_000)],
    ['B-cubed precision', percent(shares.precision, 3)],
    ['B-cubed recall', percent(shares.recall)],
    ['true pairs lost by blocking', percent(quality.lostByBlocking / quality.matchable)],
    ['candidates per hotel', (quality.pairs / quality.records).toFixed(1)],
  ],
);
printText(
  'The next table compares published methods with the same candidates. The last column shows the best recall at a ' +
    'precision of 99.9 %.',
);
const peers = PEERS.map((peer, i) => ({
  name: peer.name,
  published: peerAt(peerScores[i] ?? [], peer.match),
  recall: bestRecall(peerScores[i] ?? []),
}));
printTable(
  ['method', 'precision', '95 % bound', 'recall', 'recall at 99.9 %'],
  [
    [
      'Serai',
      percent(precisionOf(quality), 3),
      percent(boundOf(quality), 3),
      percent(recallOf(quality)),
      percent(recallOf(quality)),
    ],
    ...peers.map(({ name, published, recall }) => [
      name,
      percent(published.precision, 3),
      percent(published.bound, 3),
      percent(published.recall),
      percent(recall),
    ]),
  ],
);
printText(
  'The next table shows the calibration: the share of compared pairs without a veto that are the same hotel, by ' +
    'estimated probability.',
);
printTable(
  ['estimated probability', 'pairs', 'mean estimate', 'same hotel'],
  quality.calibration.map(({ from, to, pairs, predicted, same }) => [
    `${percent(from, 1)} to ${percent(Math.min(1, to), 1)}`,
    grouped(pairs),
    pairs === 0 ? '' : percent(predicted / pairs),
    pairs === 0 ? '' : percent(same / pairs),
  ]),
);
const speed = measureSpeed(model);
printText(
  `To measure the speed, one thread compared ${grouped(speed.records)} supplier hotels with ${grouped(speed.catalogue)} ` +
    `catalogue hotels, with ${speed.candidates.toFixed(1)} candidates per hotel. The time includes normal forms, the index and the ` +
    `decisions. The process used up to ${grouped(speed.peakMiB)} MiB, including the generated hotels of one country.`,
);
printAims([
  {
    what: 'automatic precision, 95 % lower bound',
    target: 'at least 99.9 %',
    figure: percent(boundOf(quality), 3),
    reached: boundOf(quality) >= WANTED,
  },
  {
    what: 'automatic decisions against a veto',
    target: '0',
    figure: String(quality.againstVeto),
    reached: quality.againstVeto === 0,
  },
  {
    what: 'recall above every published method at 99.9 %',
    target: `over ${percent(Math.max(...peers.map(({ recall }) => recall)))}`,
    figure: percent(recallOf(quality)),
    reached: peers.every(({ recall }) => recall < recallOf(quality)),
  },
  {
    what: 'CPU minutes for a million records',
    target: 'at most 30',
    figure: speed.minutesPerMillion.toFixed(1),
    reached: speed.minutesPerMillion <= 30,
  },
]);
