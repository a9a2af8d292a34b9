/** Returns the name of the actor for use in a sentence. Partner users do not see which staff member it was. */
export function actorName(actor: string | null): string {
  return actor === 'operator' ? 'the operator' : (actor ?? 'unknown');
}
