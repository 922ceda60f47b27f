import type { Person } from './createTestApp.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const BOUNDARY = 'boxyard';

/** Attaches a picture `box.png` to a document, `/material-receives/<id>` say. */
export const attachPicture = (by: Person, document: string, kind = 'photo') =>
  by.post(
    `${document}/attachments`,
    Buffer.concat([
      Buffer.from(
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="kind"\r\n\r\n${kind}\r\n--${BOUNDARY}\r\n` +
          'content-disposition: form-data; name="files"; filename="box.png"\r\ncontent-type: image/png\r\n\r\n',
      ),
      PIXEL,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
    { headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } },
  );
