import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly file: { readonly name: string; readonly content: Buffer } | null;
}

export interface Mailbox {
  readonly url: string;
  readonly mails: ReceivedMail[];
  /** Receivers whose mails it does not take now: their server answers that it is busy. */
  readonly busyFor: Set<string>;
  close(): Promise<void>;
}

const header = (part: string, name: string): string =>
  (new RegExp(`^${name}:\\s*((?:.*)(?:\\r?\\n[ \\t].*)*)`, 'im').exec(part)?.[1] ?? '').replace(
    /\r?\n[ \t]+/g,
    ' ',
  );

/** Encoded words of a header (RFC 2047), as Thai subjects have them. */
const decodedWords = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?([^?]*)\?=/gi, (_all, kind: string, word: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString('latin1')
        : word
            .replace(/_/g, ' ')
            .replace(/=([0-9A-F]{2})/gi, (__, hex: string) =>
              String.fromCharCode(Number.parseInt(hex, 16)),
            ),
    );

function bodyOf(part: string): Buffer {
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  switch (header(part, 'content-transfer-encoding').toLowerCase()) {
    case 'base64':
      return Buffer.from(body, 'base64');
    case 'quoted-printable':
      return Buffer.from(
        body
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_all, hex: string) =>
            String.fromCharCode(Number.parseInt(hex, 16)),
          ),
        'latin1',
      );
    default:
      return Buffer.from(body, 'latin1');
  }
}

function parsed(mail: string): ReceivedMail {
  const head = mail.slice(0, mail.indexOf('\r\n\r\n'));
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  const parts = boundary === undefined ? [mail] : mail.split(`--${boundary}`).slice(1, -1);
  const [text = '', file] = parts.map((part) => part.replace(/^\r\n/, ''));
  const name = file && /filename="?([^";\r\n]+)"?/.exec(header(file, 'content-disposition'))?.[1];
  return {
    to: header(head, 'to'),
    subject: Buffer.from(decodedWords(header(head, 'subject')), 'latin1').toString('utf8'),
    text: bodyOf(text).toString('utf8'),
    file: file && name ? { name, content: bodyOf(file) } : null,
  };
}

/** A mail server on this machine that keeps what it is sent. */
export async function openMailbox(): Promise<Mailbox> {
  const mails: ReceivedMail[] = [];
  const busyFor = new Set<string>();
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      done(
        busyFor.has(address)
          ? Object.assign(new Error('4.3.0 busy'), { responseCode: 451 })
          : undefined,
      );
    },
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push(parsed(Buffer.concat(chunks).toString('latin1')));
        done();
      });
    },
  });
  const port = await new Promise<number>((resolve) => {
    const listener = smtp.listen(0, '127.0.0.1', () => {
      const address = listener.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    busyFor,
    close: () => new Promise((closed) => smtp.close(() => closed())),
  };
}
