const INPUT = 'Input';

/**
 * Returns the printed name of each component. `XInput` becomes `X` if both are printed identically. `render`
 * prints a component with the given names.
 */
export function mergeTwins(
  names: readonly string[],
  render: (name: string, nameOf: (name: string) => string) => string,
): (name: string) => string {
  const known = new Set(names);
  const merged = new Map<string, string>();

  function nameOf(name: string): string {
    const found = merged.get(name);
    if (found !== undefined) return found;
    const base = name.endsWith(INPUT) ? name.slice(0, -INPUT.length) : name;
    const twins = base !== name && known.has(base) && render(base, nameOf) === render(name, nameOf);
    merged.set(name, twins ? base : name);
    return twins ? base : name;
  }
  return nameOf;
}
