import * as z from 'zod/mini';
import { LOGO_BYTES } from '../domain/documents/headers.ts';

const DATA_URL = /^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/;
/** Base64 of what a logo may weigh, and what stands before it. */
const LOGO_TEXT = Math.ceil(LOGO_BYTES / 3) * 4 + 30;

/** A logo as a data URL: it travels with the record that is edited, there and back. */
export const logo = () =>
  z.string().check(
    z.refine((value) => value.length <= LOGO_TEXT, { error: 'LOGO_SIZE', abort: true }),
    z.regex(DATA_URL, { error: 'LOGO_TYPE' }),
  );
