/** Order of two non-negative decimal strings, exact at any length: negative, zero or positive, as a sort wants it. */
export function compareDecimals(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  const whole = Math.max(wholeA.length, wholeB.length);
  const fraction = Math.max(fractionA.length, fractionB.length);
  const left = wholeA.padStart(whole, '0') + fractionA.padEnd(fraction, '0');
  const right = wholeB.padStart(whole, '0') + fractionB.padEnd(fraction, '0');
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
