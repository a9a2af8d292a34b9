/** Numbers that people type into text fields. An empty field means that there is no value. Pure. */

const WHOLE = /^\d+$/;

export function wholeNumberProblem(text: string): string | undefined {
  const typed = text.trim();
  return typed === '' || WHOLE.test(typed) ? undefined : 'Enter a whole number without a unit.';
}

/** Throws if the text is not a number, because JSON would turn it into null, which means no limit. */
export function wholeNumberOrNull(text: string): number | null {
  if (wholeNumberProblem(text) !== undefined) throw new Error(`not a whole number: ${text}`);
  return text.trim() === '' ? null : Number(text);
}
