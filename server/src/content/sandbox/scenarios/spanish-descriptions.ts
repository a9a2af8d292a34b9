/** The Spanish descriptions of the scenarios. The contract contains the English descriptions. */
import type { ScenarioName } from '@serai/contract/booking/sandbox/scenarios.ts';

export const SPANISH_DESCRIPTIONS: Readonly<Record<ScenarioName, string>> = {
  ok: 'Todo sale bien: ofertas, una cotización al mismo precio, una reserva confirmada y una anulación gratuita.',
  'avail.none': 'La búsqueda no encuentra nada: 200 sin hoteles.',
  'avail.min_stay': 'No se venden estancias de menos de tres noches: no disponible con MINIMUM_STAY.',
  'avail.partial':
    'Uno de los tres proveedores no responde a tiempo: ofertas de los demás y `complete: false`.',
  'avail.all_timeout': 'Ningún proveedor responde a tiempo: 504 PROVIDER_TIMEOUT.',
  'avail.all_error': 'Fallan todos los proveedores: 502 ALL_PROVIDERS_FAILED.',
  'avail.slow': 'Los proveedores responden tarde, dentro del plazo por defecto.',
  'avail.huge': 'Muchísimas ofertas y habitaciones, para probar los límites y la paginación.',
  'avail.on_request': 'El hotel tiene que confirmar: la reserva empieza como ON_REQUEST.',
  'avail.pay_at_property': 'El huésped paga en el hotel, donde se cobra además una parte de los cargos.',
  'avail.timezone_plus14': 'Un hotel 14 horas por delante de UTC, donde el día empieza primero.',
  'avail.timezone_minus11': 'Un hotel 11 horas por detrás de UTC, donde el día empieza el último.',
  'avail.timezone_unknown': 'Un hotel sin zona horaria conocida: los plazos son CONSERVATIVE.',
  'avail.currency_jpy': 'Un proveedor que vende en JPY, sin decimales.',
  'avail.currency_kwd': 'Un proveedor que vende en KWD, con tres decimales.',
  'prebook.price_up': 'La cotización es más cara: PRICE_CHANGED con la diferencia en `changes`.',
  'prebook.price_down': 'La cotización es más barata: PRICE_CHANGED con la diferencia en `changes`.',
  'prebook.terms_changed':
    'Las condiciones de anulación son más estrictas: TERMS_CHANGED; envíe su `termsHash`.',
  'prebook.soldout': 'La oferta ya no existe: 409 OFFER_NOT_AVAILABLE con alternativas del hotel.',
  'prebook.short_ttl': 'La cotización solo vive unos segundos, y la reserva responde 410 QUOTE_EXPIRED.',
  'prebook.timeout': 'El proveedor no responde: 504 PROVIDER_TIMEOUT.',
  'book.rejected': 'El proveedor rechaza: 409 BOOKING_REJECTED, REJECTED/PROVIDER_REFUSED.',
  'book.soldout': 'Se agotó entretanto: 409 OFFER_NOT_AVAILABLE, REJECTED/SOLD_OUT.',
  'book.price_changed': 'El precio subió: 409 PRICE_CHANGED, REJECTED/PRICE_CHANGED.',
  'book.on_request_confirm': '202 ON_REQUEST; el hotel confirma más tarde.',
  'book.on_request_reject': '202 ON_REQUEST; el hotel rechaza más tarde.',
  'book.timeout_then_confirmed': '202 PENDING; la reserva se encuentra en el proveedor y queda CONFIRMED.',
  'book.timeout_then_absent':
    '202 PENDING; dos veces no se encuentra, y queda REJECTED/NOT_FOUND_AT_PROVIDER.',
  'book.timeout_forever': '202 PENDING que nadie resuelve: termina con `needsAttention`.',
  'book.garbled': 'Una respuesta ilegible: 202 PENDING, que después resuelve una consulta.',
  'book.ok_but_error':
    'Una respuesta correcta que contiene un error: 202 PENDING, que después resuelve una consulta.',
  'book.late_confirmation': 'REJECTED; después la reserva aparece y se anula: COMPENSATED.',
  'book.confirmation_number_later': 'CONFIRMED enseguida; `hotelConfirmationNumber` llega más tarde.',
  'book.cancelled_by_hotel': 'CONFIRMED enseguida; el hotel anula más tarde: CANCELLED/BY_HOTEL.',
  'cancel.free': 'La oferta tiene anulación gratuita hasta el final del día de llegada.',
  'cancel.penalty': 'Anular la oferta cuesta desde el principio una parte del precio.',
  'cancel.nonrefundable': 'Anular la oferta cuesta el precio completo.',
  'cancel.timeout_then_done': '202 CANCEL_PENDING; la anulación se confirma más tarde.',
  'cancel.refused': 'El proveedor rechaza: 409 CANCELLATION_NOT_ALLOWED, la reserva sigue CONFIRMED.',
  'limit.429':
    'La respuesta es 429 RATE_LIMIT_EXCEEDED con `Retry-After`. La solicitud cuenta para los límites de la clave.',
  'error.500': 'La respuesta es 500 INTERNAL_ERROR; no se envió nada a ningún proveedor.',
  'error.503': 'La respuesta es 503 SERVICE_UNAVAILABLE con `Retry-After`; no se envió nada.',
  'webhook.flaky': 'Las primeras entregas de cada evento fallan a propósito y se repiten.',
  'webhook.duplicate': 'Cada evento se entrega dos veces con el mismo id.',
};
