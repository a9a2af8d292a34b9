/** Finds the known word that was probably meant, for "Did you mean". */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const scored = known.map(candidate => ({ candidate, distance: distance(word, candidate) }));
  const [best] = scored.sort((a, b) => a.distance - b.distance);
  const allowed = Math.max(1, Math.floor(word.length / 3));
  if (best !== undefined && best.distance <= allowed) return best.candidate;
  return word.length >= 3 ? known.find(candidate => candidate.startsWith(word)) : undefined;
}

/**
 * The optimal string alignment distance: the fewest insertions, deletions, replacements and swaps of adjacent letters,
 * if no letter is edited twice.
 */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j++) {
      const swapped =
        a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY;
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      rows[i]?.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped));
    }
  }
  return at(a.length, b.length);
}
