/**
 * The few things a server-rendered shop needs from HTTP: escaped HTML, and forms that only the shop's own pages can
 * send.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { deriveKey, seal, unseal } from './seal.ts';

/** Text that is HTML already. Everything else is escaped when it is inserted into a template. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Insertable = Html | string | number | null | undefined | false | readonly Insertable[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function textOf(value: Insertable): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return String(value).replaceAll(/[&<>"']/g, character => ENTITIES[character] as string);
}

export function html(strings: TemplateStringsArray, ...values: Insertable[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(textOf)));
}

/** A request, as pages see it. */
export interface Visit {
  query: URLSearchParams;
  /** The fields of a form. Empty for GET. */
  form: URLSearchParams;
  /** What `:reference` in the route matched. */
  reference: string;
  /** The hidden field that every form with POST needs. */
  token: Html;
  /** Encrypts text for a form or a link. Offer ids and cursors contain prices that are not for visitors. */
  seal(text: string): string;
  unseal(sealed: string | null): string;
}

export interface Reply {
  status: number;
  headers?: Record<string, string>;
  type?: string;
  body: string;
}

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

export type Route = (visit: Visit) => Reply | Promise<Reply>;

export const redirect = (location: string): Reply => ({ status: 303, headers: { location }, body: '' });
export const json = (value: unknown): Reply => ({
  status: 200,
  type: 'application/json',
  body: JSON.stringify(value),
});

/** An error that the visitor sees. */
export class PageError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

interface ShopOptions {
  /** The keys for forms are derived from it, so that forms stay valid when the shop restarts. */
  apiKey: string;
  /** Routes as `GET /path`. The last part may be `:reference`. */
  routes: Readonly<Record<string, Route>>;
  onError: (error: unknown) => Reply;
}

const REFERENCE = 'SHOP-[0-9A-F]{32}';
const MAX_FORM_BYTES = 64 * 1024;
/** How much of a form that is too long is read and discarded, so that the visitor receives the response. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;
const COOKIE = 'shop';
const FILES: Readonly<Record<string, string>> = {
  '/shop.css': 'text/css; charset=utf-8',
  '/shop.js': 'text/javascript; charset=utf-8',
  '/favicon.svg': 'image/svg+xml',
};

/** Everything on the pages comes from the shop, except for the pictures of hotels. */
const PAGE_SOURCES =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' http: https:";

/** The header for a page that loads from `sources`. No other site may embed the page or receive its forms. */
export const contentPolicy = (sources: string) =>
  `${sources}; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

export function createShop({ apiKey, routes, onError }: ShopOptions): Server {
  const formKey = deriveKey(apiKey, 'forms');
  const sealKey = deriveKey(apiKey, 'seals');
  const compiled = Object.entries(routes).map(([name, route]) => ({
    pattern: new RegExp(`^${name.replace(':reference', `(${REFERENCE})`)}$`),
    route,
  }));
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': contentPolicy(PAGE_SOURCES),
    'x-content-type-options': 'nosniff',
    // The address of a booking must not reach the hosts of pictures.
    'referrer-policy': 'same-origin',
  };
  const tokenOf = (session: string) => createHmac('sha256', formKey).update(session).digest('base64url');

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://shop');
    const file = FILES[url.pathname];
    if (file !== undefined && request.method === 'GET') return sendFile(response, url.pathname, file);
    const known = new RegExp(`(?:^|; )${COOKIE}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1];
    const session = known ?? randomBytes(32).toString('base64url');
    let reply: Reply;
    try {
      const name = `${request.method === 'HEAD' ? 'GET' : request.method} ${url.pathname}`;
      const found = compiled.find(({ pattern }) => pattern.test(name));
      if (found === undefined) throw new PageError(404, 'There is no page here.');
      const form = request.method === 'POST' ? await readForm(request) : new URLSearchParams();
      const token = tokenOf(session);
      if (request.method === 'POST') checkForm(request, form, token);
      reply = await found.route({
        query: url.searchParams,
        form,
        reference: found.pattern.exec(name)?.[1] ?? '',
        token: hidden('token', token),
        seal: text => seal(sealKey, text),
        unseal: sealed => unseal(sealKey, sealed ?? '') ?? refuseForm(),
      });
    } catch (error) {
      reply = onError(error);
    }
    response.writeHead(reply.status, {
      ...headers,
      ...(reply.type !== undefined && { 'content-type': reply.type }),
      ...(known === undefined && { 'set-cookie': `${COOKIE}=${session}; Path=/; HttpOnly; SameSite=Lax` }),
      ...reply.headers,
    });
    response.end(reply.body);
  }

  return createServer((request, response) => {
    respond(request, response).catch(error => {
      console.error(error);
      response.destroy();
    });
  });
}

/** Another site can send a form with the visitor's cookie, but it cannot read the token that belongs to it. */
function checkForm(request: IncomingMessage, form: URLSearchParams, token: string): void {
  const sent = Buffer.from(form.get('token') ?? '');
  const wanted = Buffer.from(token);
  const site = request.headers['sec-fetch-site'] ?? 'same-origin';
  if (site === 'same-origin' && sent.length === wanted.length && timingSafeEqual(sent, wanted)) return;
  refuseForm();
}

function refuseForm(): never {
  throw new PageError(
    403,
    'This form was not sent from our pages, or it is too old. Please go back and try again.',
  );
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
    throw new PageError(415, 'Please use the form on our page.');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= MAX_FORM_BYTES) chunks.push(chunk);
    else if (bytes > MAX_DISCARDED_BYTES) break;
  }
  if (bytes > MAX_FORM_BYTES) throw new PageError(413, 'The form is too long.');
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}

function sendFile(response: ServerResponse, path: string, type: string): void {
  const body = readFileSync(new URL(`./public${path}`, import.meta.url));
  response.writeHead(200, {
    'content-type': type,
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
  });
  response.end(body);
}
