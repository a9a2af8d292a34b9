/** The token of a one-time link stands in the fragment. It is taken out at once: it must not stay in the history. */
export function takeLinkToken(): string | undefined {
  const token = window.location.hash.slice(1);
  if (token === '' || window.location.pathname !== '/sign-in') return undefined;
  window.history.replaceState(null, '', window.location.pathname);
  return token;
}
