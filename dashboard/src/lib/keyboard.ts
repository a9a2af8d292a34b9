/** Decides whether a shortcut of one key applies. */

/** Whether the key belongs to the text of a field. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest('input, textarea, select, [role=combobox]') !== null;
}

/** Whether a dialog or a menu is open in front of the element. */
export function isCovered(element: Element | null): boolean {
  const open = [...document.querySelectorAll('dialog[open], :popover-open')];
  return open.some(each => !each.contains(element));
}
