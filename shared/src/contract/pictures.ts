import * as z from 'zod/mini';
import { LOGO_BYTES } from '../domain/documents/headers.ts';

const DATA_URL = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/;
/** Base64 of what a picture may weigh, and what stands before it. */
const PICTURE_TEXT = Math.ceil(LOGO_BYTES / 3) * 4 + 30;
/** Of a thumbnail as a data URL; a list may show a hundred. */
const THUMBNAIL_TEXT = 8000;

/** A logo as a data URL: it travels with the record that is edited, there and back. */
export const logo = () =>
  z.string().check(
    z.refine((value) => value.length <= PICTURE_TEXT, { error: 'LOGO_SIZE', abort: true }),
    z.regex(DATA_URL, { error: 'LOGO_TYPE' }),
  );

const pictureOf = (most: number) =>
  z.string().check(
    z.refine((value) => value.length <= most, { error: 'PICTURE', abort: true }),
    z.regex(DATA_URL, { error: 'PICTURE' }),
  );

/** A picture that the browser made small enough, as a data URL, and the same one for lists. */
export const pictureWithThumbnail = () =>
  z.object({ picture: pictureOf(PICTURE_TEXT), thumbnail: pictureOf(THUMBNAIL_TEXT) });
