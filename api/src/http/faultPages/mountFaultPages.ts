import type { LinkTarget } from '@boxyard/shared/contract';
import { errorText } from '@boxyard/shared/domain';
import type {
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteShorthandOptions,
} from 'fastify';
import {
  type Answer,
  AppError,
  type CallMeta,
  type ContractName,
  execute,
  type Locale,
  networkOf,
  type Runtime,
} from '../../kernel/index.ts';
import type { AnonymousGate } from '../anonymousGate.ts';
import { asRefusal } from '../errors.ts';
import { atTheGate, authenticateLink } from '../mount.ts';
import { readMultipart } from '../multipart.ts';
import { readAssets } from './assets.ts';
import { ESTIMATE_FIELDS, estimatePage } from './estimatePage.ts';
import { ASSETS, FIELDS, formPage, noticePage, type PageFrame, progressPage } from './html.ts';

/** Pages that one address may open, and reports that it may send, within a minute. */
const PER_MINUTE = { open: 60, send: 10 } as const;

/** Stricter than the shell's: nothing but the page's own files, and pictures that were just chosen. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  'img-src blob: data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Forms without files. */
const NO_FILES = { field: 'files', max: 0, optional: true } as const;
const PHOTOS = { field: 'photos', max: 3, optional: true, accepts: 'photos' } as const;

interface Query {
  readonly lang?: unknown;
}

/** Thai unless the address or the browser says English. */
function localeFor(request: FastifyRequest): Locale {
  const { lang } = request.query as Query;
  if (lang === 'en' || lang === 'th') return lang;
  const header = request.headers['accept-language'] ?? '';
  return /(?:^|,)\s*(en|th)\b/i.exec(header)?.[1]?.toLowerCase() === 'en' ? 'en' : 'th';
}

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '';

/**
 * The pages behind the code on a container (docs/adr/0120): plain HTML that works without a script. They are
 * drawn from the calls of the contract, which check everything.
 */
export function mountFaultPages(
  server: FastifyInstance,
  runtime: Runtime,
  { rateLimits, gate }: { readonly rateLimits: boolean; readonly gate: AnonymousGate },
): void {
  const { style, script } = readAssets();

  const frameOf = (request: FastifyRequest, hasOther = true): PageFrame => {
    const locale = localeFor(request);
    const other = locale === 'en' ? 'th' : 'en';
    return {
      locale,
      style: style.name,
      script: script.name,
      other: hasOther ? `${pathOf(request)}?lang=${other}` : null,
    };
  };

  const send = (reply: FastifyReply, text: string): FastifyReply =>
    reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', POLICY)
      // The address is the link.
      .header('referrer-policy', 'no-referrer')
      .header('x-robots-tag', 'noindex')
      .header('vary', 'accept-language, accept-encoding')
      .type('text/html; charset=utf-8')
      .send(text);

  const refuse =
    (to: LinkTarget) =>
    (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
      const { statusCode, retryAfterSeconds } = asRefusal(error, request);
      if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
      const what = statusCode === 404 ? 'notHere' : statusCode === 429 ? 'tooMany' : 'failed';
      send(reply.code(statusCode), noticePage(frameOf(request, statusCode === 404), what, to));
    };

  const metaOf = (request: FastifyRequest): CallMeta => ({
    actor: request.actor,
    locale: localeFor(request),
    requestId: request.id,
    ip: request.ip,
    userAgent: null,
  });

  /** Answers a call as the contract's own route would. */
  const ask = async <K extends ContractName>(
    request: FastifyRequest,
    name: K,
    sent: Partial<Pick<Parameters<typeof execute>[2]['input'], 'body' | 'files'>> = {},
  ): Promise<unknown> => {
    const answer: Answer = await execute(runtime, name, {
      meta: metaOf(request),
      input: {
        params: request.params as Readonly<Record<string, string>>,
        query: {},
        body: undefined,
        files: [],
        idempotencyKey: null,
        ...sent,
      },
    });
    if (answer.kind !== 'json') throw new Error(`${name} answered with a ${answer.kind}`);
    return (answer.body as { readonly data: unknown }).data;
  };
  type FormData = Parameters<typeof formPage>[1]['data'];

  const options = (to: LinkTarget, max: number): RouteShorthandOptions => ({
    errorHandler: refuse(to),
    ...(rateLimits
      ? {
          config: {
            rateLimit: {
              max,
              timeWindow: '1 minute',
              keyGenerator: ({ ip }: FastifyRequest) => networkOf(ip),
            },
          },
        }
      : {}),
    onRequest: async (request) => {
      const { token = '' } = request.params as { readonly token?: string };
      request.actor = await authenticateLink(runtime, to, token);
    },
  });

  const drawForm = async (
    request: FastifyRequest,
    sent: Pick<Parameters<typeof formPage>[1], 'values' | 'faults'> & { readonly form?: string },
  ): Promise<string> => {
    const frame = frameOf(request);
    const data = (await ask(request, 'faultReports.form')) as FormData;
    return formPage(frame, {
      data,
      form: data.form,
      action: `${pathOf(request)}?lang=${frame.locale}`,
      rules: {
        symptomMissing: errorText(frame.locale, 'REQUIRED'),
        phoneWrong: errorText(frame.locale, 'PHONE'),
      },
      ...sent,
    });
  };

  server.get(`${ASSETS}:file`, async (request, reply) => {
    const { file } = request.params as { readonly file: string };
    const asset = [style, script].find(({ name }) => name === file);
    if (asset === undefined) return reply.callNotFound();
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(`${asset.type}; charset=utf-8`)
      .send(asset.content);
  });

  server.get('/r/:token', options('container', PER_MINUTE.open), async (request, reply) =>
    send(reply, await drawForm(request, { values: {}, faults: [] })),
  );

  server.get('/r/progress/:token', options('report', PER_MINUTE.open), async (request, reply) => {
    const data = await ask(request, 'faultReports.progress');
    return send(reply, progressPage(frameOf(request), data as Parameters<typeof progressPage>[1]));
  });

  server.post('/r/:token', options('container', PER_MINUTE.send), async (request, reply) => {
    const { fields, files } = await readMultipart(request, PHOTOS, {
      untrusted: runtime.app.untrusted,
      owner: networkOf(request.ip),
    });
    try {
      const sent = await atTheGate(gate, request, () =>
        ask(request, 'faultReports.send', { body: fields, files }),
      );
      const { progress } = sent as { readonly progress: string };
      return reply.redirect(`/r/progress/${progress}?lang=${localeFor(request)}`, 303);
    } catch (error) {
      if (!(error instanceof AppError) || error.statusCode !== 422) throw error;
      const faults = shownFaults(FIELDS, error, localeFor(request));
      // A page that stood open too long begins anew; any other goes on as the same report.
      const isOld = error.faults.some(({ code }) => code === 'FORM_OLD');
      return send(
        reply.code(422),
        await drawForm(request, {
          values: fields,
          faults,
          ...(isOld || fields.form === undefined ? {} : { form: fields.form }),
        }),
      );
    }
  });

  const drawEstimate = async (
    request: FastifyRequest,
    sent: Pick<Parameters<typeof estimatePage>[1], 'values' | 'faults'>,
  ): Promise<string> => {
    const frame = frameOf(request);
    const data = await ask(request, 'estimates.linked');
    return estimatePage(frame, {
      data: data as Parameters<typeof estimatePage>[1]['data'],
      action: `${pathOf(request)}?lang=${frame.locale}`,
      ...sent,
    });
  };

  server.get('/r/estimate/:token', options('estimate', PER_MINUTE.open), async (request, reply) =>
    send(reply, await drawEstimate(request, { values: {}, faults: [] })),
  );

  server.post(
    '/r/estimate/:token',
    options('estimate', PER_MINUTE.send),
    async (request, reply) => {
      const { fields } = await readMultipart(request, NO_FILES, {
        untrusted: runtime.app.untrusted,
        owner: networkOf(request.ip),
      });
      try {
        await atTheGate(gate, request, () => ask(request, 'estimates.answer', { body: fields }));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.statusCode === 422) {
          const faults = shownFaults(ESTIMATE_FIELDS, error, localeFor(request));
          return send(reply.code(422), await drawEstimate(request, { values: fields, faults }));
        }
        // Answered, expired or taken back meanwhile: the page says which.
        if (error.statusCode !== 409) throw error;
      }
      return reply.redirect(`${pathOf(request)}?lang=${localeFor(request)}`, 303);
    },
  );
}

/** Faults of a form by field; each text once. */
function shownFaults<F extends string>(fields: readonly F[], error: AppError, locale: Locale) {
  const faults = error.faults.map(({ field, code, params }) => ({
    field: fields.find((name) => name === field) ?? null,
    message: errorText(locale, code, params),
  }));
  return faults.filter(
    ({ message }, index) => faults.findIndex((other) => other.message === message) === index,
  );
}
