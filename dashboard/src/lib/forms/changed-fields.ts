/**
 * Returns the fields that differ from the values that the form was opened with. Other fields are not sent, so that
 * changes that someone else made since then are not overwritten. Pure.
 */
export function changedFields<Fields extends object>(now: Fields, opened: Fields): Partial<Fields> {
  const changed = Object.entries(now).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(opened[name as keyof Fields]),
  );
  return Object.fromEntries(changed) as Partial<Fields>;
}
