import type { Person } from './createTestApp.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const BOUNDARY = 'boxyard';

/** Sends a picture `box.png` in the field `files`, with other fields beside it. */
export const sendPicture = (
  by: Person,
  path: string,
  fields: Readonly<Record<string, string>> = {},
) =>
  by.post(
    path,
    Buffer.concat([
      Buffer.from(
        Object.entries(fields)
          .map(
            ([name, value]) =>
              `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
          )
          .join('') +
          `--${BOUNDARY}\r\ncontent-disposition: form-data; name="files"; filename="box.png"\r\ncontent-type: image/png\r\n\r\n`,
      ),
      PIXEL,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
    { headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } },
  );

/** Attaches a picture to a document, `/material-receives/<id>` say. */
export const attachPicture = (by: Person, document: string, kind = 'photo') =>
  sendPicture(by, `${document}/attachments`, { kind });
