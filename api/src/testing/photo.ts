import type { Person } from './createTestApp.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const BOUNDARY = 'boxyard';

interface Sent {
  readonly fileName: string;
  readonly mime: string;
  readonly content: Buffer;
}

/** A file in the field `files`, with other fields beside it. */
function fileForm(
  fields: Readonly<Record<string, string>>,
  { fileName, mime, content }: Sent,
): { readonly content: Buffer; readonly body: Buffer; readonly type: string } {
  const texts = Object.entries(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="files"; filename="${fileName}"\r\ncontent-type: ${mime}\r\n\r\n`;
  return {
    content,
    body: Buffer.concat([
      Buffer.from(texts.join('') + head),
      content,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
    type: `multipart/form-data; boundary=${BOUNDARY}`,
  };
}

/** A picture `box.png` in the field `files`, with other fields beside it; `mark` makes it another one. */
export const pictureForm = (fields: Readonly<Record<string, string>> = {}, mark = '') =>
  fileForm(fields, {
    fileName: 'box.png',
    mime: 'image/png',
    content: Buffer.concat([PIXEL, Buffer.from(mark)]),
  });

/** Sends a picture `box.png` in the field `files`, with other fields beside it. */
export function sendPicture(
  by: Person,
  path: string,
  fields: Readonly<Record<string, string>> = {},
) {
  const { body, type } = pictureForm(fields);
  return by.post(path, body, { headers: { 'content-type': type } });
}

/** Attaches a picture to a document, `/material-receives/<id>` say. */
export const attachPicture = (by: Person, document: string, kind = 'photo') =>
  sendPicture(by, `${document}/attachments`, { kind });

/** Attaches a PDF to a document. */
export function attachPdf(by: Person, document: string, kind: string) {
  const { body, type } = fileForm(
    { kind },
    {
      fileName: 'paper.pdf',
      mime: 'application/pdf',
      content: Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n'),
    },
  );
  return by.post(`${document}/attachments`, body, { headers: { 'content-type': type } });
}
