import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Heard {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it sent
  readonly body: any;
}

/** A provider on this machine: it keeps what it hears, and answers what the test tells it to. */
export interface Loopback {
  readonly url: string;
  readonly heard: Heard[];
  /** Statuses of the next answers; 200 after them. */
  readonly answers: number[];
  close(): Promise<void>;
}

export async function openLoopback(): Promise<Loopback> {
  const heard: Heard[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => {
      text += part.toString();
    });
    request.on('end', () => {
      heard.push({ url: request.url, headers: request.headers, body: JSON.parse(text) });
      response.writeHead(answers.shift() ?? 200, { 'content-type': 'application/json' });
      response.end('{}');
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    heard,
    answers,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
      }),
  };
}
