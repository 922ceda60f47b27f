import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

export interface MailServer {
  readonly url: string;
  /** What it says of each receiver, from now on: `550 no such user`. */
  answer: string;
  close(): Promise<void>;
}

/** A mail server that takes no mail: it greets, and says of each receiver what it is told to. */
export async function startMailServer(): Promise<MailServer> {
  const own: { answer: string } = { answer: '550 5.1.1 no such user' };
  const server: Server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.write('220 test\r\n');
    socket.on('data', (data) => {
      for (const line of data.toString().split('\r\n').filter(Boolean)) {
        const verb = line.slice(0, 4).toUpperCase();
        if (verb === 'QUIT') socket.end('221 bye\r\n');
        else socket.write(`${verb === 'RCPT' ? own.answer : '250 ok'}\r\n`);
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return Object.assign(own, {
    url: `smtp://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  });
}
