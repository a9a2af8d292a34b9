/** Validates the exchanges of the LiteAPI simulator and of the adapter against LiteAPI's documents and the overlay. */
import { DocumentValidator, type OverlayEntry, type Sample, unusedEntries } from '../document-validator.ts';
import { readDocument } from '../supplier-documents.ts';
import type { SimulatedExchange } from '../supplier-simulator.ts';
import { type LiteApiDocument, OVERLAYS } from './overlay.ts';

const FILES: readonly LiteApiDocument[] = [
  'liteapi-search.json',
  'liteapi-booking.json',
  'liteapi-static.json',
];

export function documentOf(path: string): LiteApiDocument {
  if (path.startsWith('/hotels/')) return 'liteapi-search.json';
  return path.startsWith('/data/') ? 'liteapi-static.json' : 'liteapi-booking.json';
}

/** The request bodies and responses of all exchanges. A response that a fault replaced is left out. */
export function samplesOf(exchanges: readonly SimulatedExchange[]): Sample[] {
  return exchanges.flatMap(({ request, response }) => {
    const path = request.path.replace(/^\/v3\.0/, '');
    const { method } = request;
    const sent = request.body === undefined ? [] : [{ method, path, body: request.body }];
    // The body was sent as JSON, so values such as undefined must not be validated.
    const body = response?.body === undefined ? undefined : JSON.parse(JSON.stringify(response.body));
    return response === undefined ? sent : [...sent, { method, path, status: response.status, body }];
  });
}

const validators = new Map<LiteApiDocument, DocumentValidator>();

export function violationsOf(samples: readonly Sample[]): string[] {
  return samples.flatMap(sample => {
    const file = documentOf(sample.path);
    const known = validators.get(file) ?? new DocumentValidator(readDocument(file), OVERLAYS[file]);
    validators.set(file, known);
    return known.check(sample);
  });
}

export function unusedOverlayEntries(samples: readonly Sample[]): OverlayEntry[] {
  return FILES.flatMap(file =>
    unusedEntries(
      readDocument(file),
      OVERLAYS[file],
      samples.filter(({ path }) => documentOf(path) === file),
    ),
  );
}
