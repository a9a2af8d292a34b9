import { expect, it } from 'vitest';
import { overdueFirst } from './overdue-first.ts';

it('partners with overdue statements come first, the earliest due date first, and the others keep their order', () => {
  const partner = (name: string, since?: string) => ({ name, since });
  const all = [partner('A'), partner('B', '2026-10-02'), partner('C'), partner('D', '2026-08-30')];
  const sorted = overdueFirst(all, ({ since }) => since);
  expect(sorted.map(({ name }) => name).join('')).toBe('DBAC');
});
