import type { FastifyRequest } from 'fastify';
import { malformed } from '../kernel/index.ts';

type Done = (error: Error | null, body?: unknown) => void;

/** JSON bodies: empty ones are none, and what PostgreSQL cannot keep is refused as malformed. */
export function parseJson(_request: FastifyRequest, body: string | Buffer, done: Done): void {
  let read: unknown;
  try {
    read = readJson(body.toString());
  } catch {
    done(malformed());
    return;
  }
  done(null, read);
}

function readJson(text: string): unknown {
  if (text.trim() === '') return undefined;
  if (/\\u0000|\0/.test(text)) throw new SyntaxError('NUL');
  return JSON.parse(text);
}
