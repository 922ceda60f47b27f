import { timingSafeEqual } from 'node:crypto';
import { API_BASE } from '@boxyard/shared/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Runtime } from '../kernel/index.ts';

/** Where the pages of the documentation are. */
export const DOCS_PAGES = `${API_BASE}/docs`;
const COOKIE = 'BOXYARD-DOCS';

/** A mark of a session that opens the pages of the documentation and nothing else. */
const markOf = (runtime: Runtime, sessionId: string): string =>
  `${sessionId}.${runtime.app.sign('docs', sessionId)}`;

/**
 * Lets this browser open the pages: it sends no bearer token when somebody enters their address. The
 * cookie goes to the pages alone, and counts as long as the session does.
 */
export function setDocsCookie(
  reply: FastifyReply,
  { runtime, sessionId }: { readonly runtime: Runtime; readonly sessionId: string },
): void {
  reply.setCookie(COOKIE, markOf(runtime, sessionId), {
    path: DOCS_PAGES,
    httpOnly: true,
    sameSite: 'strict',
    secure: runtime.config.publicUrl.startsWith('https:'),
  });
}

/** Whether a browser sent the cookie of a session that goes on. */
export async function hasDocsCookie(runtime: Runtime, request: FastifyRequest): Promise<boolean> {
  const given = Buffer.from(request.cookies[COOKIE] ?? '');
  const [sessionId = ''] = given.toString().split('.');
  const expected = Buffer.from(markOf(runtime, sessionId));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
  return (await runtime.sessions.find(sessionId)) !== null;
}
