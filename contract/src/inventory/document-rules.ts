import { canonicalAmount, hasTooManyDecimals, tooManyDecimals } from '../shared/amounts.ts';
import { type Failure, rule } from '../shared/rule.ts';

type Path = readonly (string | number)[];
const MAX_LEVELS = 3;

interface Named {
  code: string;
}
interface Plan extends Named {
  priceModel: string;
  rooms: readonly string[];
  derivedFrom?: { plan: string } | undefined;
  cancellationPolicy?: string | undefined;
  supplement?: { children?: Readonly<Record<string, string>> | undefined } | undefined;
}
interface Band extends Named {
  fromAge: number;
  toAge: number;
}
interface Room {
  roomCode: string;
  children?: Readonly<Record<string, string>> | undefined;
}

const fail = (path: Path, code: string, message: string): Failure => ({ path, code, message });
const unknown = (path: Path, what: string) =>
  fail(path, 'UNKNOWN_REFERENCE', `The document has no such ${what}.`);

function* duplicates(list: string, member: string, codes: readonly string[]): Iterable<Failure> {
  const seen = new Set<string>();
  for (const [i, code] of codes.entries()) {
    if (seen.has(code)) yield fail([list, i, member], 'DUPLICATE', `Each ${member} may appear only once.`);
    seen.add(code);
  }
}

const uniqueCodes = ['ageBands', 'plans', 'cancellationPolicies', 'charges'].map(list =>
  rule<object>([`${list}.*.code`], value =>
    duplicates(
      list,
      'code',
      (value as Record<string, readonly Named[]>)[list]?.map(({ code }) => code) ?? [],
    ),
  ),
);

const uniqueRooms = rule<{ rooms: readonly Room[] }>(['rooms.*.roomCode'], ({ rooms }) =>
  duplicates(
    'rooms',
    'roomCode',
    rooms.map(({ roomCode }) => roomCode),
  ),
);

const separateBands = rule<{ ageBands: readonly Band[] }>(['ageBands'], function* ({ ageBands }) {
  for (const [i, band] of ageBands.entries()) {
    if (band.toAge < band.fromAge) {
      yield fail(['ageBands', i, 'toAge'], 'RANGE_REVERSED', '`toAge` must not be less than `fromAge`.');
    }
    const other = ageBands
      .slice(0, i)
      .some(({ fromAge, toAge }) => fromAge <= band.toAge && band.fromAge <= toAge);
    if (other) yield fail(['ageBands', i], 'OVERLAPPING', 'This age band overlaps with an earlier one.');
  }
});

const knownRooms = rule<{ rooms: readonly Room[]; plans: readonly Plan[] }>(
  ['rooms.*.roomCode', 'plans.*.rooms'],
  function* ({ rooms, plans }) {
    const known = new Set(rooms.map(({ roomCode }) => roomCode));
    for (const [i, plan] of plans.entries()) {
      const seen = new Set<string>();
      for (const [j, code] of plan.rooms.entries()) {
        const path = ['plans', i, 'rooms', j];
        if (!known.has(code)) yield unknown(path, 'room');
        if (seen.has(code)) yield fail(path, 'DUPLICATE', 'Each room may appear only once.');
        seen.add(code);
      }
    }
  },
);

const knownPolicies = rule<{ cancellationPolicies: readonly Named[]; plans: readonly Plan[] }>(
  ['cancellationPolicies.*.code', 'plans.*.cancellationPolicy'],
  function* ({ cancellationPolicies, plans }) {
    const known = new Set(cancellationPolicies.map(({ code }) => code));
    for (const [i, { cancellationPolicy }] of plans.entries()) {
      if (cancellationPolicy === undefined || known.has(cancellationPolicy)) continue;
      yield unknown(['plans', i, 'cancellationPolicy'], 'policy');
    }
  },
);

const knownBands = rule<{ ageBands: readonly Band[]; rooms: readonly Room[]; plans: readonly Plan[] }>(
  ['ageBands.*.code', 'rooms.*.children', 'plans.*.supplement'],
  function* ({ ageBands, rooms, plans }) {
    const known = new Set(ageBands.map(({ code }) => code));
    const lists: [Path, Readonly<Record<string, string>> | undefined][] = [
      ...rooms.map(({ children }, i): [Path, typeof children] => [['rooms', i, 'children'], children]),
      ...plans.map(({ supplement }, i): [Path, Room['children']] => [
        ['plans', i, 'supplement', 'children'],
        supplement?.children,
      ]),
    ];
    for (const [path, prices] of lists) {
      for (const code of Object.keys(prices ?? {})) {
        if (!known.has(code)) yield unknown([...path, code], 'age band');
      }
    }
  },
);

const derivations = rule<{ plans: readonly Plan[] }>(
  ['plans.*.code', 'plans.*.priceModel', 'plans.*.derivedFrom'],
  function* ({ plans }) {
    const byCode = new Map(plans.map(plan => [plan.code, plan]));
    for (const [i, plan] of plans.entries()) {
      if (plan.derivedFrom === undefined) continue;
      const path = ['plans', i, 'derivedFrom', 'plan'];
      const parent = byCode.get(plan.derivedFrom.plan);
      if (parent === undefined) yield unknown(path, 'plan');
      else if (parent.priceModel !== plan.priceModel) {
        yield fail(['plans', i, 'priceModel'], 'MODEL_MISMATCH', 'Use the price model of the parent plan.');
      }
      if (levelsAbove(plan, byCode) > MAX_LEVELS) {
        yield fail(
          path,
          'TOO_DEEP',
          'A plan may have at most three levels of parents and must not derive from itself.',
        );
      }
    }
  },
);

/**
 * Returns the number of parent levels. Counting stops one level above the maximum, so a cycle counts as too many
 * levels.
 */
function levelsAbove(plan: Plan, byCode: ReadonlyMap<string, Plan>): number {
  let levels = 0;
  for (let at: Plan | undefined = plan; at?.derivedFrom !== undefined && levels <= MAX_LEVELS; levels++) {
    at = byCode.get(at.derivedFrom.plan);
  }
  return levels;
}

const AMOUNT_FIELDS: ReadonlySet<string> = new Set(['amount', 'extraAdult', 'adult']);

/** Rejects amounts with more decimals than the currency of the property. */
const decimals = rule<{ currency: string }>(
  ['currency', 'rooms', 'plans', 'cancellationPolicies', 'charges'],
  function* (document) {
    for (const [path, amount] of amountsIn(document, [])) {
      if (!hasTooManyDecimals(amount, document.currency)) continue;
      yield fail(path, 'WRONG_DECIMALS', tooManyDecimals(document.currency));
    }
  },
);

function* amountsIn(value: unknown, path: Path): Iterable<[Path, string]> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(name) : name];
    const isAmount = AMOUNT_FIELDS.has(name) || path.at(-1) === 'children';
    if (isAmount && typeof member === 'string') yield [at, member];
    else yield* amountsIn(member, at);
  }
}

/**
 * Returns the document as it is stored, with canonical amounts. Documents that differ only in the spelling of
 * amounts become equal.
 */
export function withCanonicalAmounts<Document extends { currency: string }>(document: Document): Document {
  const copy = structuredClone(document);
  for (const [path, amount] of [...amountsIn(copy, [])]) {
    const owner = path.slice(0, -1).reduce((at, key) => at[key] as Members, copy as Members);
    owner[path.at(-1) as string] = canonicalAmount(amount, document.currency);
  }
  return copy;
}

type Members = Record<string | number, unknown>;

const chargeBases = rule<{ charges: readonly Readonly<Record<string, unknown>>[] }>(
  ['charges'],
  function* ({ charges }) {
    for (const [i, charge] of charges.entries()) {
      if (charge.amount !== undefined && charge.basis === undefined) {
        yield fail(['charges', i, 'basis'], 'REQUIRED', 'An amount requires a basis.');
      }
      for (const member of ['basis', 'minimumAge', 'maximumNights']) {
        if (charge.percent === undefined || charge[member] === undefined) continue;
        yield fail(
          ['charges', i, member],
          'NOT_ALLOWED',
          'This field is allowed only with an amount, not with a percentage.',
        );
      }
    }
  },
);

export const documentRules = [
  ...uniqueCodes,
  uniqueRooms,
  separateBands,
  knownRooms,
  knownPolicies,
  knownBands,
  derivations,
  decimals,
  chargeBases,
] as never[];
