/** What a browser calls itself is long and half of it untrue; people know theirs by name and system. */
const BROWSERS = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'Unknown browser';
  const browser = find(BROWSERS, userAgent);
  const system = find(SYSTEMS, userAgent);
  if (browser === undefined) return (userAgent.split(/[\s/]/)[0] ?? userAgent).slice(0, 40);
  return system === undefined ? browser : `${browser} on ${system}`;
}

function find(list: readonly (readonly [RegExp, string])[], text: string): string | undefined {
  return list.find(([pattern]) => pattern.test(text))?.[1];
}
