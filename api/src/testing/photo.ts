import type { Person } from './createTestApp.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const BOUNDARY = 'boxyard';

/** A picture `box.png` in the field `files`, with other fields beside it; `mark` makes it another one. */
export function pictureForm(fields: Readonly<Record<string, string>> = {}, mark = '') {
  const content = Buffer.concat([PIXEL, Buffer.from(mark)]);
  const texts = Object.entries(fields).map(
    ([name, value]) =>
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="files"; filename="box.png"\r\ncontent-type: image/png\r\n\r\n`;
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
