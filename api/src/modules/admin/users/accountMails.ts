import { type Ctx, type Locale, type Mail, queueMail } from '../../../kernel/index.ts';
import {
  approvedMail,
  createPasswordToken,
  invitationMail,
  passwordLink,
  resetMail,
} from '../../auth/index.ts';

interface Recipient {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly locale: Locale;
}

const addressed = ({ email, firstName, lastName, locale }: Recipient) => ({
  email,
  name: `${firstName} ${lastName}`.trim(),
  locale,
});

/** Mails a link that sets a password: 30 minutes for a reset, 7 days for an invitation. */
export async function sendPasswordLink(
  ctx: Ctx,
  person: Recipient,
  kind: 'reset' | 'invitation',
): Promise<void> {
  const token = await createPasswordToken(ctx, { userId: person.id, kind });
  const mail = kind === 'reset' ? resetMail : invitationMail;
  await queueMail(ctx, mail(addressed(person), passwordLink(ctx, token)));
}

export async function sendApproval(ctx: Ctx, person: Recipient): Promise<void> {
  await queueMail(ctx, approvedMail(addressed(person), `${ctx.app.config.publicUrl}/login`));
}

/** Tells somebody that their sign-up was refused, in the words of whoever decided. */
export async function sendRefusal(ctx: Ctx, person: Recipient, reason: string): Promise<void> {
  await queueMail(ctx, refusalMail(addressed(person), reason));
}

const refusalMail = (
  { email, name, locale }: ReturnType<typeof addressed>,
  reason: string,
): Mail =>
  locale === 'th'
    ? {
        to: email,
        subject: 'คำขอเปิดบัญชี Boxyard ของคุณ',
        text: `เรียน คุณ${name}\n\nคำขอเปิดบัญชีของคุณไม่ได้รับการอนุมัติ เนื่องจาก: ${reason}\n`,
        hasSecret: false,
      }
    : {
        to: email,
        subject: 'Your request for a Boxyard account',
        text: `Dear ${name},\n\nYour request for an account was not approved: ${reason}\n`,
        hasSecret: false,
      };
