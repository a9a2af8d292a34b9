/** The one name of everyone and everything that can change something, wherever the dashboard shows it. Pure. */

/** Names of people by email address. */
export type ActorNames = ReadonlyMap<string, string>;

/** The actors that are not people, in the words of the audit log and of bookings. */
const ACTORS: Readonly<Record<string, string>> = {
  service: 'Serai',
  schedule: 'the schedule',
  SERVICE: 'Serai',
  // Partner users do not see which staff member it was.
  operator: 'the operator',
  OPERATOR: 'the operator',
  CLIENT: 'the partner',
  PROVIDER: 'the provider',
  'operator-token': 'the operator token',
  'another partner': 'another partner',
  nobody: 'someone who was not signed in',
};

/** Actors of one-time sign-in links are `link-` and an id that changes with each link. */
const LINK = 'a one-time link user';

const NO_NAMES: ActorNames = new Map();

/** The name inside a sentence, for example after "by". */
export function actorName(actor: string | null, names = NO_NAMES): string {
  if (actor === null || actor === '') return 'unknown';
  return names.get(actor) ?? builtIn(actor) ?? actor;
}

/** The name at the beginning of a sentence or on its own. Names that people chose are not changed. */
export function actorLabel(actor: string | null, names = NO_NAMES): string {
  if (actor !== null && names.has(actor)) return names.get(actor) as string;
  const own = builtIn(actor ?? '');
  if (own === undefined) return actor || 'Unknown';
  return own.charAt(0).toUpperCase() + own.slice(1);
}

function builtIn(actor: string): string | undefined {
  if (actor.startsWith('link-')) return LINK;
  return Object.hasOwn(ACTORS, actor) ? ACTORS[actor] : undefined;
}
