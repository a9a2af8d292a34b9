/** The page about webhook events: how to verify them, and every event type with an example. Pure. */
import { EVENTS, type EventDefinition, eventEnvelope, eventExample } from '@serai/contract/events.ts';
import { type JsonSchema, toJsonSchema } from '@serai/contract/openapi/json-schema.ts';
import { recordedEvent } from '@serai/contract/openapi/recorded-examples.ts';
import { UNWRAP } from '@serai/contract/snippets.ts';
import { type Html, html, jsonText, prose } from '../parts/html.ts';
import { memberList, type Schemas } from '../parts/members.ts';

const DATA = [
  ['Data of booking events', 'BookingEventData', 'booking-data'],
  ['Data of content.hotels_changed', 'HotelsChangedEventData', 'hotels-data'],
  ['Data of webhook.ping', 'PingEventData', 'ping-data'],
] as const;

/** The fields that all event types share. */
const ENVELOPE: JsonSchema = envelopeOf(EVENTS);

function envelopeOf([event]: readonly EventDefinition[]): JsonSchema {
  const { properties = {}, required } = toJsonSchema(eventEnvelope(event as EventDefinition), 'answer');
  const { data: _, type: __, ...shared } = properties;
  return {
    properties: { ...shared, type: { type: 'string', description: 'One of the types below.' } },
    ...(required && { required }),
  };
}

export function eventsPage(schemas: Schemas): Html {
  return html`<div class="text">
<h1>Events</h1>
<p>Endpoints receive events as a <code>POST</code> according to <b>Standard Webhooks</b>: <code>webhook-id</code>, <code>webhook-timestamp</code> and <code>webhook-signature</code>, which is <code>v1,</code> followed by the base64 HMAC-SHA256 of <code>id.timestamp.body</code>. Any 2xx within 15 seconds is a success. 410 disables the endpoint.</p>
<p>Events are delivered at least once and in no guaranteed order. Ignore a <code>webhook-id</code> that you have already processed. <code>data.version</code> has no gaps and gives the order of the events of one booking. A failed delivery is retried after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours.</p>
<pre tabindex="0"><code>${UNWRAP}</code></pre>
<h2 id="members"><a href="#members">Fields</a></h2>
<p>Every event has these fields, and <code>data</code> depends on its type.</p>
${memberList(schemas, ENVELOPE, 'event')}
${DATA.map(
  ([title, name, id]) =>
    html`<h3 id="${id}"><a href="#${id}">${title}</a></h3>${memberList(schemas, schemas[name] ?? {}, id)}`,
)}
<h2 id="types"><a href="#types">Types</a></h2>
${EVENTS.map(eventSection)}
</div>`;
}

function eventSection(event: EventDefinition): Html {
  return html`<section class="entry" id="${event.type}">
<h2><a href="#${event.type}"><code>${event.type}</code></a></h2>
<p>${prose(event.description)}</p>
<details><summary>Example</summary><pre tabindex="0"><code>${jsonText(recordedEvent(event.type) ?? eventExample(event))}</code></pre></details>
</section>`;
}
