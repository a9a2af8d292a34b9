/** Pure. A moment as `2027-03-10T17:00:00Z`, whole seconds. The same few deadlines stand in all offers of an answer, so texts are kept. */

const MAX_KEPT = 4_096;
const texts = new Map<number, string>();

export function instantText(ms: number): string {
  let text = texts.get(ms);
  if (text === undefined) {
    if (texts.size >= MAX_KEPT) texts.clear();
    text = `${new Date(ms).toISOString().slice(0, -5)}Z`;
    texts.set(ms, text);
  }
  return text;
}
