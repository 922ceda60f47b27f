import type { TestApp } from '../../../../testing/index.ts';

const BOUNDARY = 'fault';

/** A field of the form, or a photograph. */
export type Part = string | { readonly fileName: string; readonly content: Buffer };

/** Body that a browser sends: fields and photographs, in their order. */
export function formOf(parts: readonly (readonly [name: string, part: Part])[]) {
  const written = parts.flatMap(([name, part]) => {
    const isText = typeof part === 'string';
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${
      isText ? '' : `; filename="${part.fileName}"\r\ncontent-type: application/octet-stream`
    }\r\n\r\n`;
    return [Buffer.from(head), isText ? Buffer.from(part) : part.content, Buffer.from('\r\n')];
  });
  return {
    payload: Buffer.concat([...written, Buffer.from(`--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  };
}

export interface FromOutside {
  /** Address of the telephone. */
  readonly from?: string;
  readonly lang?: 'en' | 'th';
}

/** Opens a page as a telephone does. */
export async function openPage(
  test: TestApp,
  path: string,
  { from = '203.0.113.7', lang = 'en' }: FromOutside = {},
) {
  const answer = await test.server.inject({
    method: 'GET',
    url: path,
    remoteAddress: from,
    headers: { 'accept-language': lang },
  });
  return { status: answer.statusCode, text: answer.payload, headers: answer.headers };
}

/** The token of the form that an opened page carries. */
export const formToken = (page: string): string =>
  /name="form" value="([^"]+)"/.exec(page)?.[1] ?? '';

/** Sends the form of a page. */
export async function sendForm(
  test: TestApp,
  path: string,
  {
    parts,
    from = '203.0.113.7',
    lang = 'en',
  }: FromOutside & { readonly parts: Parameters<typeof formOf>[0] },
) {
  const { payload, headers } = formOf(parts);
  const answer = await test.server.inject({
    method: 'POST',
    url: path,
    remoteAddress: from,
    headers: { ...headers, 'accept-language': lang },
    payload,
  });
  return {
    status: answer.statusCode,
    text: answer.payload,
    location: String(answer.headers.location ?? ''),
    headers: answer.headers,
  };
}
