/** `places/search-destination` becomes `PlacesSearchDestination`. */
export function componentName(stem: string): string {
  return stem
    .split(/[^A-Za-z0-9]+/)
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
