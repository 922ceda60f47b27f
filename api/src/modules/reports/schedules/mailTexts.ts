import { formatDate } from '../../../documents/format.ts';
import type { Locale, Localised } from '../../../kernel/index.ts';

/** Facts that the mail of one receiver tells besides its file. */
export interface Told {
  readonly title: Localised;
  readonly name: string;
  readonly sender: string;
  /** First and last day; null: every day. */
  readonly days: readonly [string, string] | null;
  readonly lines: number;
  /** Times before this one that passed while no server ran. */
  readonly missed: number;
  readonly hasFile: boolean;
  readonly reportUrl: string;
  readonly schedulesUrl: string;
}

const TEXTS = {
  en: {
    every: 'all days',
    greeting: (name: string) => `Dear ${name},`,
    lead: (title: string, days: string) => `here is the ${title.toLowerCase()} (${days}).`,
    lines: (count: number) =>
      count === 1 ? 'It has 1 row.' : `It has ${count.toLocaleString('en')} rows.`,
    empty: 'Nothing fits it in these days.',
    tooLarge: 'The file is too large for an e-mail. The report itself:',
    open: 'The same report, as it is now:',
    missed: (count: number) =>
      count === 1
        ? '1 earlier sending was left out, since the server stood still.'
        : `${count} earlier sendings were left out, since the server stood still.`,
    rights: 'It holds what you may see.',
    sender: (name: string) => `Set up by ${name}. Your schedules, and how to stop this one:`,
  },
  th: {
    every: 'ทุกวัน',
    greeting: (name: string) => `เรียน คุณ${name}`,
    lead: (title: string, days: string) => `${title} (${days}) ตามไฟล์แนบ`,
    lines: (count: number) => `มีข้อมูล ${count.toLocaleString('en')} รายการ`,
    empty: 'ไม่มีข้อมูลที่ตรงเงื่อนไขในช่วงวันนี้',
    tooLarge: 'ไฟล์มีขนาดใหญ่เกินกว่าจะส่งทางอีเมล เปิดรายงานได้ที่:',
    open: 'เปิดรายงานเดียวกัน ณ ขณะนี้:',
    missed: (count: number) => `ไม่ได้ส่งรายงานก่อนหน้า ${count} ครั้ง เนื่องจากเซิร์ฟเวอร์หยุดทำงาน`,
    rights: 'รายงานนี้แสดงเฉพาะข้อมูลที่คุณมีสิทธิ์เห็น',
    sender: (name: string) => `ตั้งค่าโดย ${name} ดูกำหนดการส่งของคุณหรือหยุดรับได้ที่:`,
  },
} as const;

/** Subject and text of a report's mail in its receiver's language. */
export function mailTexts(locale: Locale, told: Told): { subject: string; text: string } {
  const t = TEXTS[locale];
  const title = told.title[locale];
  const [start, end] = told.days ?? [];
  const day = (value: string) => formatDate(value, locale);
  const days =
    start === undefined || end === undefined
      ? t.every
      : start === end
        ? day(start)
        : `${day(start)} – ${day(end)}`;
  const text = [
    t.greeting(told.name),
    '',
    t.lead(title, days),
    told.lines === 0 ? t.empty : t.lines(told.lines),
    t.rights,
    ...(told.missed > 0 ? [t.missed(told.missed)] : []),
    '',
    `${told.hasFile ? t.open : t.tooLarge} ${told.reportUrl}`,
    `${t.sender(told.sender)} ${told.schedulesUrl}`,
  ].join('\n');
  return { subject: `Boxyard: ${title}, ${days}`, text: `${text}\n` };
}
