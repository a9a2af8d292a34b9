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

interface WithCompany {
  company: object;
}

export type ChangedSettings<Values extends WithCompany> = Partial<Omit<Values, 'company'>> & {
  company?: Partial<Values['company']>;
};

/** As `changedFields`. The server keeps the fields of a company that are not sent, so only its changed fields are sent. */
export function changedSettings<Values extends WithCompany>(
  now: Values,
  opened: Values,
): ChangedSettings<Values> {
  const { company, ...others } = changedFields(now, opened);
  if (company === undefined) return others;
  return { ...others, company: changedFields<Values['company']>(company, opened.company) };
}
