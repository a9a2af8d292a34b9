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

/** The server keeps the fields of these that are not sent. */
const MERGED = ['company', 'paymentDetails', 'billingSchedule'] as const;

export type ChangedSettings<Values> = {
  [Name in keyof Values]?: Name extends (typeof MERGED)[number] ? Partial<Values[Name]> : Values[Name];
};

/** As `changedFields`. Of fields that the server merges, only the changed parts are sent. */
export function changedSettings<Values extends object>(now: Values, opened: Values): ChangedSettings<Values> {
  const changed: Record<string, unknown> = { ...changedFields(now, opened) };
  const before = opened as Record<string, unknown>;
  for (const name of MERGED) {
    if (changed[name] !== undefined)
      changed[name] = changedFields(changed[name] as object, before[name] as object);
  }
  return changed as ChangedSettings<Values>;
}
