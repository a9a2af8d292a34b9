/** Explains why deliveries to an endpoint fail, and what to do about it. Pure. */
import { describeHttpStatus } from '../lib/format/http-status.ts';
import type { Delivery } from './deliveries.tsx';

type Attempt = Delivery['attempts'][number];

/** The last failed attempt of these deliveries. */
export function lastFailure(deliveries: readonly Pick<Delivery, 'attempts'>[]): Attempt | undefined {
  return deliveries
    .flatMap(({ attempts }) => attempts)
    .filter(({ error }) => error !== null)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))[0];
}

export function describeFailure({ status, error }: Attempt): string {
  if (status !== null) return `The endpoint returns ${describeHttpStatus(status)}.`;
  return `The endpoint does not respond: ${(error ?? 'no response').replace(/\.$/, '')}.`;
}

/** Begins a sentence that ends with the time since when, for example `The endpoint has returned 503 Service Unavailable`. */
export function describeLastingFailure({ status, error }: Attempt): string {
  if (status !== null) return `The endpoint has returned ${describeHttpStatus(status)}`;
  return `The endpoint has not responded (${(error ?? 'no response').replace(/\.$/, '')})`;
}

/** For an endpoint that has recovered. */
export function describePastFailure({ status, error }: Attempt): string {
  if (status !== null) return `Last failure: the endpoint returned ${describeHttpStatus(status)}.`;
  return `Last failure: the endpoint did not respond (${(error ?? 'no response').replace(/\.$/, '')}).`;
}

/** The next step, by the last response. */
export function failureAdvice(status: number | null | undefined): string {
  if (status === undefined || status === null) {
    return 'Check that the URL is correct, that the server is running, and that it can be reached from the internet.';
  }
  if (status >= 300 && status < 400)
    return 'Change the URL to its final address, because redirects are not followed.';
  if (status === 401 || status === 403) {
    return 'Check the signing secret and the firewall of the receiver, which rejects the requests.';
  }
  if (status === 404 || status === 410)
    return 'Correct the URL, because there is no receiver at this address.';
  if (status === 413) return 'Raise the receiver’s limit for the size of a request to at least 1 MB.';
  if (status === 429) return 'Raise the rate limit of the receiver.';
  return 'Search the receiver’s log for the event ID (evt_…) of a failed delivery.';
}
