import type { Locale, Mail } from '../../kernel/index.ts';

interface Person {
  readonly email: string;
  readonly name: string;
  readonly locale: Locale;
}

/** The link that sets a new password. */
export const resetMail = ({ email, name, locale }: Person, link: string): Mail =>
  locale === 'th'
    ? {
        to: email,
        subject: 'ตั้งรหัสผ่านใหม่สำหรับ Boxyard',
        text: `เรียน คุณ${name}\n\nมีการขอตั้งรหัสผ่านใหม่สำหรับบัญชีของคุณ กรุณาเปิดลิงก์นี้ภายใน 30 นาที:\n${link}\n\nหากคุณไม่ได้เป็นผู้ขอ ไม่ต้องดำเนินการใด ๆ รหัสผ่านเดิมยังใช้ได้ตามปกติ\n`,
        hasSecret: true,
      }
    : {
        to: email,
        subject: 'Set a new Boxyard password',
        text: `Dear ${name},\n\nSomebody asked to set a new password for your account. Open this link within 30 minutes:\n${link}\n\nIf it was not you, do nothing: your password stays as it is.\n`,
        hasSecret: true,
      };

/** The first link of somebody whom an administrator has added. */
export const invitationMail = ({ email, name, locale }: Person, link: string): Mail =>
  locale === 'th'
    ? {
        to: email,
        subject: 'คำเชิญเข้าใช้งาน Boxyard',
        text: `เรียน คุณ${name}\n\nผู้ดูแลระบบได้เปิดบัญชีผู้ใช้ให้คุณแล้ว กรุณาตั้งรหัสผ่านด้วยลิงก์นี้ภายใน 7 วัน:\n${link}\n`,
        hasSecret: true,
      }
    : {
        to: email,
        subject: 'Your invitation to Boxyard',
        text: `Dear ${name},\n\nAn administrator has opened an account for you. Set your password with this link within 7 days:\n${link}\n`,
        hasSecret: true,
      };

/** To somebody whose sign-up was approved. */
export const approvedMail = ({ email, name, locale }: Person, link: string): Mail =>
  locale === 'th'
    ? {
        to: email,
        subject: 'บัญชี Boxyard ของคุณได้รับอนุมัติแล้ว',
        text: `เรียน คุณ${name}\n\nบัญชีของคุณได้รับอนุมัติแล้ว เข้าสู่ระบบได้ที่ ${link}\n`,
        hasSecret: false,
      }
    : {
        to: email,
        subject: 'Your Boxyard account is approved',
        text: `Dear ${name},\n\nYour account has been approved. You can sign in at ${link}\n`,
        hasSecret: false,
      };

/** To somebody who signs up with an address that has an account already. */
export const knownAddressMail = ({ email, name, locale }: Person, link: string): Mail =>
  locale === 'th'
    ? {
        to: email,
        subject: 'คุณมีบัญชี Boxyard อยู่แล้ว',
        text: `เรียน คุณ${name}\n\nมีการสมัครใช้งานด้วยอีเมลนี้ ซึ่งมีบัญชีอยู่แล้ว หากลืมรหัสผ่าน สามารถตั้งใหม่ได้ที่ ${link}\n`,
        hasSecret: false,
      }
    : {
        to: email,
        subject: 'You already have a Boxyard account',
        text: `Dear ${name},\n\nSomebody signed up with this address, which has an account already. If you have forgotten the password, set a new one at ${link}\n`,
        hasSecret: false,
      };
