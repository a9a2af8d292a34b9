interface Counted {
  requests: number;
  statusClasses: { '4xx': number; '5xx': number };
}

/** The share of requests that were refused or failed, from 0 to 1. */
export function errorShare({ requests, statusClasses }: Counted): number {
  return requests === 0 ? 0 : (statusClasses['4xx'] + statusClasses['5xx']) / requests;
}
