/** Rapid's error bodies. Their types and texts come from Rapid's OpenAPI document and from recorded responses. */
import type { SimulatedResponse } from '../supplier-simulator.ts';

interface Field {
  name: string;
  type: 'querystring' | 'body' | 'header' | 'path';
  value?: string;
}

export function invalidInput(
  ...errors: { type: string; message: string; fields?: Field[] }[]
): SimulatedResponse {
  const message = 'An invalid request was sent in, please check the nested errors for details.';
  return { status: 400, body: { type: 'invalid_input', message, errors } };
}

export function required(name: string, text: string, type: Field['type'] = 'querystring') {
  return { type: `${name}.required`, message: `${text} is required.`, fields: [{ name, type }] };
}

export const LINK_INVALID = invalidInput({ type: 'link.invalid', message: 'Link is invalid.' });

export const ROOM_ID_INVALID = invalidInput({ type: 'room_id.invalid', message: 'Room id is invalid.' });

export const POST_CHECKOUT = invalidInput({
  type: 'cancel.post_checkout',
  message: 'The room cannot be canceled after checkout.',
});

export const ALREADY_CANCELLED: SimulatedResponse = {
  status: 400,
  body: { type: 'room_already_cancelled', message: 'Room is already cancelled.' },
};

export function duplicate(reference: string): SimulatedResponse {
  return invalidInput({
    type: 'duplicate_itinerary',
    message: 'An itinerary already exists with this affiliate reference id.',
    fields: [{ name: 'affiliate_reference_id', type: 'body', value: reference }],
  });
}

export const PRICE_MISMATCH: SimulatedResponse = {
  status: 409,
  body: {
    type: 'price_mismatch',
    message: 'Payment amount did not match current price, please check price and try again.',
  },
};

export const SOLD_OUT: SimulatedResponse = {
  status: 410,
  body: { type: 'rooms_unavailable', message: 'One or more requested rooms are unavailable.' },
};

export const CARD_DECLINED = invalidInput({ type: 'payments.invalid', message: 'Payments is invalid.' });

export const INTERNAL: SimulatedResponse = {
  status: 500,
  body: { type: 'unknown_internal_error', message: 'An internal server error has occurred.' },
};

export const UNAVAILABLE: SimulatedResponse = {
  status: 503,
  body: { type: 'service_unavailable', message: 'This service is currently unavailable.' },
};

export const NOT_FOUND: SimulatedResponse = {
  status: 404,
  body: { type: 'resource_not_found', message: 'Itinerary was not found with provided request.' },
};

export const UNAUTHENTICATED: SimulatedResponse = {
  status: 401,
  headers: { 'www-authenticate': 'EAN apikey=<apikey>,signature=<signature>,timestamp=<timestamp>' },
  body: {
    type: 'request_unauthenticated',
    message: 'Data required to authenticate your request is missing or inaccurate.',
  },
};

export const FORBIDDEN: SimulatedResponse = {
  status: 403,
  body: { type: 'request_unauthorized', message: 'Your request could not be authorized.' },
};

export const THROTTLED: SimulatedResponse = {
  status: 429,
  body: { type: 'too_many_requests', message: 'You have reached your capacity for this type of request.' },
};
