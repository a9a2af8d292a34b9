/** What differs between Node, Deno, Bun, workers and browsers. All of it is looked up, none of it is imported. */

interface Runtime {
  process?: { env?: Record<string, string | undefined> };
  Deno?: { env?: { get?(name: string): string | undefined } };
  window?: { document?: unknown };
}

/** A variable of the environment, where there is one that may be read; an empty one counts as none. */
export function readVariable(name: string): string | undefined {
  const { process, Deno } = globalThis as Runtime;
  try {
    return (process?.env?.[name] ?? Deno?.env?.get?.(name))?.trim() || undefined;
  } catch {
    // Deno asks for a permission.
    return undefined;
  }
}

/** Whether this is a page, where everybody can read what the program knows. */
export function isBrowser(): boolean {
  const { window } = globalThis as Runtime;
  return window !== undefined && window.document !== undefined;
}
