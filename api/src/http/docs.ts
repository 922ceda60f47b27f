import { API_BASE } from '@boxyard/shared/contract';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { type Runtime, type Tokens, unauthenticated } from '../kernel/index.ts';
import { DOCS_PAGES, hasDocsCookie } from './docsCookie.ts';
import { authenticate } from './mount.ts';
import { openApiDocument } from './openapi.ts';

/** The OpenAPI document and a page to read it, for people who are signed in. */
export async function mountDocs(
  server: FastifyInstance,
  { runtime, tokens }: { readonly runtime: Runtime; readonly tokens: Tokens },
): Promise<void> {
  // Made when it is first asked for: it takes longer than all else of a start.
  let made: ReturnType<typeof openApiDocument> | undefined;
  const document = () => {
    made ??= openApiDocument(new Set(Object.keys(runtime.handlers)));
    return made;
  };
  await server.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'private, no-cache');
      const actor = await authenticate(runtime, request, tokens);
      if (actor.kind !== 'anonymous') return;
      const isPage = request.routeOptions.url?.startsWith(DOCS_PAGES) === true;
      if (!isPage || !(await hasDocsCookie(runtime, request))) throw unauthenticated();
    });
    scope.get(`${API_BASE}/openapi.json`, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(JSON.stringify(document())),
    );
    await scope.register(swagger, {
      mode: 'static',
      specification: {
        document: { openapi: '3.1.0', info: { title: 'Boxyard', version: '1' }, paths: {} },
      },
    });
    await scope.register(swaggerUi, {
      routePrefix: DOCS_PAGES,
      uiConfig: { docExpansion: 'none', tagsSorter: 'alpha' },
      transformSpecification: () => document() as never,
      transformSpecificationClone: false,
    });
  });
}
