import { randomBytes, timingSafeEqual } from 'node:crypto';
import { type Ctx, type FieldFault, refuseFaults } from '../../../kernel/index.ts';

/** People need longer to read and answer the page; programs do not. */
const LEAST_MS = 3_000;
/** Pages that stand open longer are begun anew, with what was typed. */
const MOST_MS = 24 * 3_600_000;
const SIGNATURE_LENGTH = 32;

const signatureFor = ({ app }: Ctx, productId: string, said: string): string =>
  app.sign('fault-form', `${productId}.${said}`).slice(0, SIGNATURE_LENGTH);

/** Content of the signed field of a form: the instant of its opening, and a key by which all that it sends is one report. */
export function newForm(ctx: Ctx, productId: string): string {
  const said = `${ctx.clock.now().getTime().toString(36)}.${randomBytes(16).toString('base64url')}`;
  return `${said}.${signatureFor(ctx, productId, said)}`;
}

const fault = (code: string): FieldFault[] => [{ field: 'form', code }];

/** The key of the page that sends; 422 for one that this server did not open for the container, just now or long ago. */
export function expectForm(ctx: Ctx, productId: string, form: string): string {
  const [, opened = '', key = '', signature = ''] =
    /^([0-9a-z]{1,12})\.([\w-]{22})\.([0-9a-f]{32})$/.exec(form) ?? [];
  const expected = Buffer.from(signatureFor(ctx, productId, `${opened}.${key}`));
  const sent = Buffer.from(signature.padEnd(SIGNATURE_LENGTH, '-'));
  const age = ctx.clock.now().getTime() - Number.parseInt(opened, 36);
  refuseFaults(timingSafeEqual(sent, expected) && age <= MOST_MS ? [] : fault('FORM_OLD'));
  refuseFaults(age < LEAST_MS ? fault('FORM_QUICK') : []);
  return key;
}
