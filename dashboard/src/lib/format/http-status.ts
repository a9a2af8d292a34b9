/** Reason phrases of HTTP, for the status codes that Serai returns. Pure. */
const PHRASES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  206: 'Partial Content',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/**
 * `202` as `202 Accepted`. An unknown code is shown alone. 0 means that there was no response, and 499 that the client
 * closed the connection.
 */
export function describeHttpStatus(status: number): string {
  if (status === 0) return 'No response';
  if (status === 499) return 'Client disconnected';
  const phrase = PHRASES[status];
  return phrase === undefined ? String(status) : `${status} ${phrase}`;
}
