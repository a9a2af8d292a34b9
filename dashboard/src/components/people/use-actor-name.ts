import { actorName } from '../../lib/actor-name.ts';
import { useCall } from '../../lib/calls/use-call.ts';
import { displayName } from './member.ts';

/** The most that one page of `members/list` contains. Pages that read the same page share the response. */
export const MAX_PEOPLE = 200;

/** Names actors for use after "by". People of the own company appear by their name, others by their email address. */
export function useActorName(): (actor: string | null) => string {
  const list = useCall('members/list', { page: { limit: MAX_PEOPLE } });
  const members = list.state === 'ready' ? list.data.members : [];
  const names = new Map(members.map(member => [member.email, displayName(member)]));
  return actor => actorName(actor, names);
}

/** The name of one actor. */
export function ActorName({ actor }: { actor: string | null }): string {
  return useActorName()(actor);
}
