/** The `traceparent` header of W3C Trace Context, version 00. Pure. */
export interface TraceParent {
  traceId: string;
  spanId: string;
  sampled: boolean;
}

const FORM = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const ZEROS = /^0+$/;

export function parseTraceparent(text: string | undefined): TraceParent | undefined {
  const match = text === undefined ? null : FORM.exec(text);
  if (match === null) return undefined;
  const [, traceId = '', spanId = '', flags = ''] = match;
  if (ZEROS.test(traceId) || ZEROS.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export function formatTraceparent({ traceId, spanId, sampled }: TraceParent): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}
