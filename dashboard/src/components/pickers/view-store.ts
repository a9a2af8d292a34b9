/** Saved views in the browser's local storage, separately for each user and page. */
export interface SavedView {
  name: string;
  filters: Record<string, string | undefined>;
}

const storageKey = (user: string, page: string) => `serai.views.${user}.${page}`;

export function readViews(user: string, page: string): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(user, page)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(view => typeof view?.name === 'string') : [];
  } catch {
    return [];
  }
}

export function writeViews(user: string, page: string, views: readonly SavedView[]): void {
  try {
    localStorage.setItem(storageKey(user, page), JSON.stringify(views));
  } catch {
    // Without storage, a view lasts until the page is left.
  }
}
