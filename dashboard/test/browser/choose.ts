import type { Locator, Page } from 'playwright-core';

/** Chooses an option of one of our own selects by its text or value. `label` is the text of its label. */
export async function choose(
  scope: Page | Locator,
  label: string,
  option: string,
  { exact = false, nth = 0 } = {},
): Promise<void> {
  await scope.getByRole('combobox', { name: label, exact }).nth(nth).click();
  const byText = scope.getByRole('option', { name: option, exact: true });
  await byText
    .or(scope.locator(`[role="option"][data-value="${option}"]`))
    .first()
    .click();
}
