/** The key that a person tries operations with: in memory until the page is left, and nowhere else. */
let kept = '';

export function keptKey(): string {
  return kept;
}

export function keepKey(key: string): void {
  kept = key;
}
