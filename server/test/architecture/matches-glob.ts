/**
 * Matches a path against a pattern, in which `*` matches within a folder and `**` across folders. Node's own function
 * compiles the pattern on every call.
 */
const compiled = new Map<string, RegExp>();

function compile(glob: string): RegExp {
  const source = glob.replace(/\*\*\/|\*\*|\*|[.+?^${}()|[\]\\]/g, part => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    return part === '*' ? '[^/]*' : `\\${part}`;
  });
  return new RegExp(`^${source}$`);
}

export function matchesGlob(path: string, glob: string): boolean {
  const pattern = compiled.get(glob) ?? compile(glob);
  compiled.set(glob, pattern);
  return pattern.test(path);
}
