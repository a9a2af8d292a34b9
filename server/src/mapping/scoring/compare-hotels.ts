/** Compares two hotels feature by feature, and finds the vetoes against an automatic match. Pure. */
import type { CorpusStatistics } from '../candidates/corpus-statistics.ts';
import { distanceMetres } from '../candidates/distance.ts';
import { compareChains } from '../normal-form/chains.ts';
import type { NameForm } from '../normal-form/hotel-name.ts';
import type { NormalForm } from '../normal-form/normal-form.ts';
import { compareKinds } from '../normal-form/property-kind.ts';
import { compareNames, isRespelled, type NamesCompared } from './compare-names.ts';
import { type Comparison, FEATURE_NAMES, FEATURES, type Feature, type Level, type Veto } from './features.ts';

/** `ours` is a catalogue hotel, or a hotel of another provider that is mapped to it. */
export function compareHotels(ours: NormalForm, theirs: NormalForm, corpus: CorpusStatistics): Comparison {
  const names = compareNames(ours, theirs, corpus);
  const levels: { [F in Feature]: Level<F> } = {
    NAME: names.level,
    DISTANCE: compareLocations(ours, theirs, corpus),
    ADDRESS: compareAddresses(ours, theirs),
    POSTCODE: comparePostcodes(ours.postcode, theirs.postcode),
    CITY: compareCities(ours.city, theirs.city),
    PHONE: comparePhones(ours, theirs, corpus),
    HOST: compareHosts(ours, theirs, corpus),
    CHAIN: compareChainNames(ours, theirs),
    KIND: comparePropertyKinds(ours, theirs),
    STARS: compareStars(ours.stars, theirs.stars),
    PICTURE: comparePictures(ours, theirs, corpus),
    ID: compareIds(ours.ids, theirs.ids),
  };
  return {
    levels: FEATURE_NAMES.map(name => (FEATURES[name] as readonly string[]).indexOf(levels[name])),
    vetoes: vetoesOf(levels, names, ours, theirs),
  };
}

function vetoesOf(
  levels: { [F in Feature]: Level<F> },
  names: NamesCompared,
  ours: NormalForm,
  theirs: NormalForm,
): Veto[] {
  const vetoes: Veto[] = [];
  if (!haveSameNumbers(names.ours, names.theirs, ours, theirs)) vetoes.push('NUMBERS');
  if (names.ours.marks.join() !== names.theirs.marks.join()) vetoes.push('SUB_BRAND');
  if (levels.NAME === 'MIXED' || levels.NAME === 'DIFFERENT') vetoes.push('NAME');
  const isSameHouse = levels.ADDRESS === 'SAME' && levels.PHONE !== 'DIFFERENT';
  if (levels.NAME === 'EXTRA' && !isSameHouse) vetoes.push('EXTRA_WORD');
  if (levels.KIND === 'DIFFERENT') vetoes.push('KIND');
  if (levels.CHAIN === 'DIFFERENT') vetoes.push('CHAIN');
  if (levels.ID === 'DIFFERENT') vetoes.push('ID');
  const isElsewhere = levels.ADDRESS === 'OTHER_NUMBER' || levels.ADDRESS === 'OTHER_STREET';
  if (isElsewhere && (levels.DISTANCE === 'WITHIN_2_KM' || levels.DISTANCE === 'FAR')) vetoes.push('PLACE');
  return vetoes;
}

function compareLocations(ours: NormalForm, theirs: NormalForm, corpus: CorpusStatistics): Level<'DISTANCE'> {
  if (ours.location === null || theirs.location === null) return 'MISSING';
  const metres = distanceMetres(ours.location, theirs.location);
  // At this distance, even rough coordinates are evidence against a match.
  if (metres > 20_000) return 'FAR';
  const isRough = ({ location }: NormalForm) =>
    location === null || location.isCoarse || corpus.isSharedPoint(location.lat, location.lng);
  if (isRough(ours) || isRough(theirs)) return 'MISSING';
  if (metres <= 50) return 'WITHIN_50_M';
  if (metres <= 150) return 'WITHIN_150_M';
  if (metres <= 500) return 'WITHIN_500_M';
  return metres <= 2_000 ? 'WITHIN_2_KM' : 'FAR';
}

function compareAddresses(ours: NormalForm, theirs: NormalForm): Level<'ADDRESS'> {
  if (ours.street.length === 0 || theirs.street.length === 0) return 'MISSING';
  const shared = ours.street.filter(word =>
    theirs.street.some(other => other === word || isRespelled(word, other)),
  );
  const needed = Math.min(ours.street.length, theirs.street.length);
  if (shared.length < needed) return 'OTHER_STREET';
  if (ours.house === null || theirs.house === null) return 'SAME_STREET';
  return ours.house === theirs.house ? 'SAME' : 'OTHER_NUMBER';
}

/** The first half of a postcode identifies its area. Some suppliers send only this half. */
function comparePostcodes(a: string | null, b: string | null): Level<'POSTCODE'> {
  if (a === null || b === null) return 'MISSING';
  if (a === b) return 'SAME';
  const length = Math.max(2, Math.ceil(Math.min(a.length, b.length) / 2));
  return a.slice(0, length) === b.slice(0, length) ? 'SAME_AREA' : 'DIFFERENT';
}

function compareCities(a: readonly string[], b: readonly string[]): Level<'CITY'> {
  if (a.length === 0 || b.length === 0) return 'MISSING';
  const [textA, textB] = [a.join(' '), b.join(' ')];
  if (textA === textB) return 'SAME';
  const isShared = a.some(word => word.length > 3 && b.includes(word));
  return isShared || isRespelled(textA, textB) ? 'SIMILAR' : 'DIFFERENT';
}

function comparePhones(ours: NormalForm, theirs: NormalForm, corpus: CorpusStatistics): Level<'PHONE'> {
  if (ours.phones.length === 0 || theirs.phones.length === 0) return 'MISSING';
  const shared = ours.phones.filter(phone => theirs.phones.includes(phone));
  if (shared.length === 0) return 'DIFFERENT';
  return shared.every(phone => corpus.isSharedPhone(phone)) ? 'SHARED' : 'SAME';
}

function compareHosts({ host }: NormalForm, theirs: NormalForm, corpus: CorpusStatistics): Level<'HOST'> {
  if (host === null || theirs.host === null) return 'MISSING';
  if (host !== theirs.host) return 'DIFFERENT';
  return corpus.isSharedHost(host) ? 'SHARED' : 'SAME';
}

function compareChainNames({ chain }: NormalForm, theirs: NormalForm): Level<'CHAIN'> {
  if (chain === null || theirs.chain === null) return 'MISSING';
  return compareChains(chain, theirs.chain) === 'DIFFERENT' ? 'DIFFERENT' : 'SAME';
}

/** If both names state a kind, the categories are ignored, because suppliers often assign wrong ones. */
function comparePropertyKinds(ours: NormalForm, theirs: NormalForm): Level<'KIND'> {
  if (ours.namedKind !== null && theirs.namedKind !== null)
    return compareKinds(ours.namedKind, theirs.namedKind);
  return ours.kind === null || theirs.kind === null ? 'MISSING' : compareKinds(ours.kind, theirs.kind);
}

function compareStars(a: number | null, b: number | null): Level<'STARS'> {
  if (a === null || b === null) return 'MISSING';
  const difference = Math.abs(a - b);
  if (difference === 0) return 'SAME';
  return difference <= 1 ? 'CLOSE' : 'DIFFERENT';
}

function comparePictures(ours: NormalForm, theirs: NormalForm, corpus: CorpusStatistics): Level<'PICTURE'> {
  if (ours.pictures.length === 0 || theirs.pictures.length === 0) return 'MISSING';
  const shared = ours.pictures.filter(picture => theirs.pictures.includes(picture));
  if (shared.length === 0) return 'OTHER';
  return shared.every(picture => corpus.isSharedPicture(picture)) ? 'SHARED' : 'SAME';
}

function compareIds(a: NormalForm['ids'], b: NormalForm['ids']): Level<'ID'> {
  let level: Level<'ID'> = 'MISSING';
  for (const [system, id] of Object.entries(a)) {
    const other = b[system];
    if (other === undefined) continue;
    if (other !== id) return 'DIFFERENT';
    level = 'SAME';
  }
  return level;
}

/**
 * Some suppliers put the house number into the name. A number above 10 that equals a house number is therefore ignored.
 */
function haveSameNumbers(a: NameForm, b: NameForm, ours: NormalForm, theirs: NormalForm): boolean {
  if (a.numbers.length === 0 && b.numbers.length === 0) return true;
  const houses = new Set(
    [ours.house, theirs.house].filter(house => house !== null).map(house => Number.parseInt(house, 10)),
  );
  const [inA, inB] = [new Set(a.numbers), new Set(b.numbers)];
  const isKnown = (number: number, other: Set<number>) =>
    other.has(number) || (number > 10 && houses.has(number));
  return a.numbers.every(number => isKnown(number, inB)) && b.numbers.every(number => isKnown(number, inA));
}
