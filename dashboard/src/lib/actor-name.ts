/** How a sentence names who did something. Partner users do not see which member of the staff it was. */
export function actorName(actor: string | null): string {
  return actor === 'operator' ? 'the operator' : (actor ?? 'unknown');
}
