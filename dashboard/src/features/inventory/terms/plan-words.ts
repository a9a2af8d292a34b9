/** Names of boards and rate plans. Pure. */
import type { DocumentDraft } from './document-draft.ts';

export const BOARDS = [
  ['RO', 'Room only'],
  ['SC', 'Self-catering'],
  ['BB', 'Bed and breakfast'],
  ['HB', 'Half board'],
  ['FB', 'Full board'],
  ['AI', 'All inclusive'],
] as const;

export const boardName = (code: string) => BOARDS.find(([each]) => each === code)?.[1].toLowerCase() ?? code;

export const nameOf = (names: Readonly<Record<string, string>>) => names.en ?? Object.values(names)[0] ?? '';

export function planName({ plans }: Pick<DocumentDraft, 'plans'>, code: string): string {
  return nameOf(plans.find(plan => plan.code === code)?.name ?? {}) || code;
}
