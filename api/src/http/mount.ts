import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { API_BASE, contract, type Endpoint, type LinkTarget } from '@boxyard/shared/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentDisposition } from '../documents/files.ts';
import {
  type Actor,
  ANONYMOUS,
  AppError,
  type CallMeta,
  type ContractName,
  checkAccess,
  etagOf,
  execute,
  holderOf,
  isSigned,
  malformed,
  networkOf,
  notFound,
  PROVIDER_ACTOR,
  type RawQuery,
  type Runtime,
  type Tokens,
  type UploadedFile,
  unauthenticated,
} from '../kernel/index.ts';
import type { AnonymousGate } from './anonymousGate.ts';
import { setDocsCookie } from './docsCookie.ts';
import { localeOf } from './errors.ts';
import { parseJson } from './json.ts';
import { readMultipart } from './multipart.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor;
  }
}

const CSRF_COOKIE = 'XSRF-TOKEN';
const SEEN_EVERY_MS = 60_000;

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/;

/** Calls that may be guessed at or that fill tables, by how many a minute one address may make. */
const PER_MINUTE: Readonly<Record<string, number>> = {
  'auth.signIn': 300,
  'auth.signUp': 30,
  'auth.forgotPassword': 30,
  'auth.resetPassword': 30,
  // Telephones of one provider share an address as well.
  'faultReports.form': 60,
  'faultReports.send': 10,
  'faultReports.progress': 60,
  'estimates.linked': 60,
  'estimates.answer': 10,
  // Offices share an address; browsers report once a page at most.
  'telemetry.report': 600,
  'csp.report': 120,
};

/** Of one machine's key, or of a provider's address: a sale every tenth of a second, each sent alone. */
const PER_MINUTE_OF_A_KEY = 600;

export interface MountOptions {
  readonly tokens: Tokens;
  readonly rateLimits: boolean;
  /** Gate before every change that anybody may ask for. */
  readonly gate: AnonymousGate;
}

/** A Fastify route for every row of the contract that has a handler. */
export function mountContract(
  server: FastifyInstance,
  runtime: Runtime,
  options: MountOptions,
): void {
  server.decorateRequest('actor', null as unknown as Actor);
  const { gate } = options;
  for (const [name, endpoint] of Object.entries(contract) as [ContractName, Endpoint][]) {
    if (runtime.handlers[name] === undefined) continue;
    const route: Route = { name, endpoint, path: endpoint.path, options, gate };
    if (sentByBrowser(endpoint)) mountForBrowsers(server, runtime, route);
    else if (endpoint.access.kind === 'provider') mountForProviders(server, runtime, route);
    else mountOne(server, runtime, route);
    if (endpoint.kind === 'list' && endpoint.exportPath !== undefined) {
      mountOne(server, runtime, {
        name,
        endpoint,
        path: endpoint.exportPath,
        options,
        gate,
        exports: true,
      });
    }
  }
}

const sentByBrowser = (endpoint: Endpoint) =>
  endpoint.kind === 'mutation' ? endpoint.sentByBrowser : undefined;

/** The types of a browser's own reports are read for this call alone. */
function mountForBrowsers(server: FastifyInstance, runtime: Runtime, route: Route): void {
  const types = [...(sentByBrowser(route.endpoint)?.types ?? [])];
  server.register(async (scope) => {
    scope.addContentTypeParser(types, { parseAs: 'string' }, parseJson);
    mountOne(scope, runtime, route);
  });
}

/** What a provider sends counts once its signature over the very bytes is right; else it is nobody's. */
function mountForProviders(server: FastifyInstance, runtime: Runtime, route: Route): void {
  server.register(async (scope) => {
    scope.removeContentTypeParser('application/json');
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      (request: FastifyRequest, body: Buffer, done) => {
        const secret = runtime.config.gatewaySecret;
        const isTheirs =
          secret !== null &&
          isSigned({
            secret,
            timestamp: headerOf(request, 'x-webhook-timestamp') ?? '',
            signature: headerOf(request, 'x-webhook-signature') ?? '',
            body,
            now: runtime.app.clock.now(),
          });
        if (!isTheirs) {
          done(unauthenticated());
          return;
        }
        request.actor = PROVIDER_ACTOR;
        parseJson(request, body, done);
      },
    );
    mountOne(scope, runtime, route);
  });
}

interface Route {
  readonly name: ContractName;
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly options: MountOptions;
  readonly gate: AnonymousGate;
  /** The path answers an export: `format` is understood when it is left out. */
  readonly exports?: true;
}

function mountOne(server: FastifyInstance, runtime: Runtime, route: Route): void {
  const { name, endpoint, path, options } = route;
  const rateLimit = options.rateLimits ? rateLimitOf(name, endpoint) : undefined;
  const fromBrowser = sentByBrowser(endpoint);
  server.route({
    method: endpoint.method,
    url: `${API_BASE}${path}`,
    exposeHeadRoute: false,
    ...(fromBrowser === undefined ? {} : { bodyLimit: fromBrowser.maxBytes }),
    ...(rateLimit === undefined ? {} : { config: { rateLimit } }),
    // Before the body is read: 401, 403, then the CSRF pair's 400 (domain-conventions "Classes of calls").
    onRequest: async (request) => {
      // A provider is known once its body was read.
      if (endpoint.access.kind === 'provider') {
        request.actor = ANONYMOUS;
        if (headerOf(request, 'x-webhook-signature') === null) throw unauthenticated();
        return;
      }
      request.actor = await callerOf(runtime, endpoint, { request, tokens: options.tokens });
      checkAccess(name, request.actor);
      if (endpoint.method !== 'GET' && fromBrowser === undefined) checkCsrf(request);
    },
    handler: async (request, reply) => answer(runtime, route, { request, reply }),
  });
}

/** The caller by what the class of the call takes: a session, a machine's key, or a signed link. */
function callerOf(
  runtime: Runtime,
  { access }: Endpoint,
  { request, tokens }: { readonly request: FastifyRequest; readonly tokens: Tokens },
): Promise<Actor> {
  if (access.kind === 'machine') return authenticateMachine(runtime, request);
  if (access.kind === 'link') {
    const { token = '' } = request.params as { readonly token?: string };
    return authenticateLink(runtime, access.to, token);
  }
  return authenticate(runtime, request, tokens);
}

/** Answers the holder of a link; 404 where it leads nowhere, before anything else of the call is read. */
export async function authenticateLink(
  { app }: Runtime,
  to: LinkTarget,
  token: string,
): Promise<Actor> {
  const holder = await holderOf(app, to, token);
  if (holder === null) throw notFound();
  return holder;
}

/** How often a call may be made: by address, or by the key of a machine. */
function rateLimitOf(name: ContractName, { access }: Endpoint) {
  if (access.kind === 'machine' || access.kind === 'provider') {
    return {
      max: PER_MINUTE_OF_A_KEY,
      timeWindow: '1 minute',
      keyGenerator: ({ actor, ip }: FastifyRequest) => actor.machine?.keyId ?? networkOf(ip),
    };
  }
  const max = PER_MINUTE[name];
  return max === undefined
    ? undefined
    : {
        max,
        timeWindow: '1 minute',
        keyGenerator: ({ ip }: FastifyRequest) => networkOf(ip),
      };
}

function bearerOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : undefined;
}

/** Which machine sends this request, by its key. */
async function authenticateMachine(runtime: Runtime, request: FastifyRequest): Promise<Actor> {
  return (await runtime.machineKeys.find(bearerOf(request) ?? '')) ?? ANONYMOUS;
}

/** Who sends this request; a token that is wrong is nobody's only where nobody is enough. */
export async function authenticate(
  runtime: Runtime,
  request: FastifyRequest,
  tokens: Tokens,
): Promise<Actor> {
  const token = bearerOf(request);
  const sessionId = token === undefined ? null : tokens.read(token);
  if (sessionId === null) return ANONYMOUS;
  const session = await runtime.sessions.find(sessionId);
  if (session === null) return ANONYMOUS;
  const now = runtime.app.clock.now();
  if (now.getTime() - session.lastSeenAt.getTime() > SEEN_EVERY_MS) {
    touchSession(runtime, sessionId, now);
  }
  return session.actor;
}

const touched = new WeakMap<Runtime, Map<string, number>>();

/** Notes that a session is in use, at most once a minute and never in the request's way. */
function touchSession(runtime: Runtime, sessionId: string, now: Date): void {
  const seen = touched.get(runtime) ?? new Map<string, number>();
  touched.set(runtime, seen);
  if (now.getTime() - (seen.get(sessionId) ?? 0) < SEEN_EVERY_MS) return;
  if (seen.size > 20_000) seen.clear();
  seen.set(sessionId, now.getTime());
  runtime.app.pg
    .query('update sessions set last_seen_at = $2 where id = $1', [sessionId, now])
    .catch((error: unknown) => runtime.app.log.debug({ err: error }, 'last seen'));
}

/** The pair counts only when its cookie came; @fastify/csrf-protection has no pair that is equal. */
function checkCsrf(request: FastifyRequest): void {
  const cookie = request.cookies[CSRF_COOKIE] ?? '';
  if (cookie === '') return;
  const header = request.headers['x-xsrf-token'];
  const sent = Buffer.from(typeof header === 'string' ? header : '');
  const expected = Buffer.from(cookie);
  if (sent.length !== expected.length || !timingSafeEqual(sent, expected)) {
    throw new AppError(400, 'CSRF');
  }
}

/** Sets the cookie of the pair; the browser sends it back as a header. */
export function setCsrfCookie(reply: FastifyReply, secure: boolean): void {
  const value = randomBytes(24).toString('base64url');
  reply.setCookie(CSRF_COOKIE, value, { path: '/', sameSite: 'strict', secure });
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const headerOf = (request: FastifyRequest, name: string): string | null => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

function keyOf(request: FastifyRequest): string | null {
  const key = headerOf(request, 'idempotency-key');
  if (key !== null && !IDEMPOTENCY_KEY.test(key)) throw malformed();
  return key;
}

async function answer(runtime: Runtime, route: Route, exchange: Exchange): Promise<FastifyReply> {
  const { request, reply } = exchange;
  const { name, endpoint } = route;
  if (endpoint.access.kind === 'provider') checkAccess(name, request.actor);
  const meta: CallMeta = {
    actor: request.actor,
    locale: localeOf(request),
    requestId: request.id,
    ip: request.ip,
    userAgent: headerOf(request, 'user-agent')?.slice(0, 300) ?? null,
    lastEventId: headerOf(request, 'last-event-id'),
    wantsFresh: headerOf(request, 'cache-control') === 'no-cache',
  };
  const { body, files } = await bodyOf(runtime, endpoint, request);
  const query = request.query as RawQuery;
  const run = () =>
    execute(runtime, name, {
      meta,
      input: {
        params: request.params as Readonly<Record<string, string>>,
        query: route.exports && query.format === undefined ? { ...query, format: 'xlsx' } : query,
        body,
        files,
        idempotencyKey: endpoint.method === 'GET' ? null : keyOf(request),
        ifMatch: headerOf(request, 'if-match'),
      },
    });
  const result = isStrangers(endpoint) ? await atTheGate(route.gate, request, run) : await run();
  reply.header('cache-control', 'no-store');
  if (name === 'auth.csrf' || name === 'auth.signIn') {
    setCsrfCookie(reply, runtime.config.publicUrl.startsWith('https:'));
  }
  if (name === 'auth.signIn' && result.kind === 'json') {
    const { accessToken } = result.body as { readonly accessToken: string };
    const sessionId = route.options.tokens.read(accessToken);
    if (sessionId !== null) setDocsCookie(reply, { runtime, sessionId });
  }
  switch (result.kind) {
    case 'json':
      if (result.replayed) reply.header('idempotent-replay', 'true');
      setVersion(reply, endpoint, result);
      if (!result.isPersonal && isKept(endpoint, exchange, result.text))
        return reply.code(304).send();
      return reply
        .code(result.statusCode)
        .type('application/json; charset=utf-8')
        .send(result.text);
    case 'file':
      return reply
        .header('content-disposition', contentDisposition('attachment', result.fileName))
        .header('x-content-type-options', 'nosniff')
        .type(result.mime)
        .send(result.file);
    case 'stream':
      return reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .header('x-no-compression', 'true')
        .send(result.stream);
  }
}

/** Changes that anybody may ask for. */
const isStrangers = ({ access, method }: Endpoint): boolean =>
  (access.kind === 'public' || access.kind === 'link') && method !== 'GET';

/** Lets in a change of somebody who is not signed in (docs/adr/0083). */
export const atTheGate = <T>(
  gate: AnonymousGate,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> =>
  gate.run({ address: networkOf(request.ip), isGone: () => request.raw.socket.destroyed }, work);

/** What `If-Match` of a later change names. */
function setVersion(reply: FastifyReply, endpoint: Endpoint, { body }: { body: unknown }): void {
  const etag = etagOf(endpoint, body);
  if (etag !== undefined) reply.header('etag', etag);
}

/**
 * Lets a browser keep what does not change, and says whether it has this very answer already. Only
 * its own store (`private`): the calls are for people who are signed in.
 */
function isKept(endpoint: Endpoint, { request, reply }: Exchange, text: string): boolean {
  if (endpoint.kind !== 'one' || endpoint.cacheSeconds === undefined) return false;
  // Weak: the answer may leave compressed.
  const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  reply.header('etag', etag).header('cache-control', `private, max-age=${endpoint.cacheSeconds}`);
  const known = headerOf(request, 'if-none-match') ?? '';
  return known.split(',').some((one) => one.trim() === etag || one.trim() === '*');
}

async function bodyOf(
  runtime: Runtime,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<{ body: unknown; files: readonly UploadedFile[] }> {
  if (endpoint.kind !== 'mutation' || endpoint.files === undefined) {
    if (request.isMultipart()) throw new AppError(415, 'UNSUPPORTED_TYPE');
    return { body: request.body, files: [] };
  }
  if (request.actor.kind === 'anonymous') throw unauthenticated();
  // Without a file it may come as any other body does.
  if (endpoint.files.optional && !request.isMultipart()) return { body: request.body, files: [] };
  const { fields, files } = await readMultipart(request, endpoint.files, {
    untrusted: runtime.app.untrusted,
    owner: request.actor.kind === 'link' ? networkOf(request.ip) : request.actor.userId,
  });
  return { body: fields, files };
}

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Methods that a path of the contract answers: for the 405 of the others. */
export function methodsOf(path: string): string[] {
  return (Object.values(contract) as Endpoint[])
    .filter((endpoint) => {
      const pattern = endpoint.path
        .split('/')
        .map((part) => (part.startsWith(':') ? '[^/]+' : literal(part)))
        .join('/');
      return new RegExp(`^${literal(API_BASE)}${pattern}$`).test(path);
    })
    .map((endpoint) => endpoint.method);
}
