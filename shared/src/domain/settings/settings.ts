import * as z from 'zod/mini';
import { isDate } from '../values/dates.ts';
import * as field from '../values/fields.ts';

/**
 * What a company decides for itself, without a document: rates, days, limits (domain-containers 1.5).
 * Every setting is declared here once: its kind, what holds until the company says otherwise, and its
 * words. A value counts from a day on and is never overwritten, so that a document of last month is
 * computed as it was then.
 */
export type SettingKind = 'percent' | 'money' | 'integer' | 'flag' | 'calendar';

/** Hours in which promises count: `days` from 1 (Monday) to 7, times of the day in Bangkok. */
export interface WorkingCalendar {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
  /** Days off besides, `YYYY-MM-DD`. */
  readonly holidays: readonly string[];
}

interface Words {
  readonly en: string;
  readonly th: string;
}

export const SETTING_GROUPS = ['tax', 'warehouse', 'purchasing', 'sales', 'service'] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

/** What a setting may have a value for each of. */
export type SettingSubject = 'user' | 'productModel';

interface Declared {
  readonly group: SettingGroup;
  readonly label: Words;
  readonly help: Words;
  /** What a figure counts, where the kind does not say it. */
  readonly unit?: Words;
  readonly subject?: SettingSubject;
  /** It counts for whole months: it begins on the first of one. */
  readonly monthly?: true;
}

const DAYS: Words = { en: 'days', th: 'วัน' };
const HOURS: Words = { en: 'hours', th: 'ชั่วโมง' };

const percent = <const D extends Declared>(initial: string, declared: D) =>
  ({ kind: 'percent', initial, ...declared }) as const;
const money = <const D extends Declared, const I extends string | null>(initial: I, declared: D) =>
  ({ kind: 'money', initial, ...declared }) as const;
const integer = <const D extends Declared>(
  initial: number,
  declared: D & { readonly min: number; readonly max: number },
) => ({ kind: 'integer', initial, ...declared }) as const;
const flag = <const D extends Declared>(initial: boolean, declared: D) =>
  ({ kind: 'flag', initial, ...declared }) as const;
const calendar = <const D extends Declared>(initial: WorkingCalendar, declared: D) =>
  ({ kind: 'calendar', initial, ...declared }) as const;

const slaHours = (initial: number, label: Words) =>
  integer(initial, {
    group: 'service',
    label,
    help: {
      en: 'Working hours from the report of a job until it must be solved.',
      th: 'ชั่วโมงทำการนับจากแจ้งงานจนถึงกำหนดที่ต้องแก้ไขเสร็จ',
    },
    unit: HOURS,
    min: 1,
    max: 2000,
  });

const reminderDays = (initial: number, label: Words) =>
  integer(initial, {
    group: 'sales',
    label,
    help: {
      en: 'Days before or after the due date of an invoice. Zero sends none.',
      th: 'จำนวนวันก่อนหรือหลังวันครบกำหนดของใบแจ้งหนี้ 0 คือไม่ส่ง',
    },
    unit: DAYS,
    min: 0,
    max: 90,
  });

export const SETTINGS = {
  vatRate: percent('7.00', {
    group: 'tax',
    label: { en: 'VAT rate', th: 'อัตราภาษีมูลค่าเพิ่ม' },
    help: {
      en: 'Documents take the rate of their own date and keep it.',
      th: 'เอกสารใช้อัตราตามวันที่ของเอกสารและคงไว้ตามนั้น',
    },
  }),
  'transfer.shipperMayReceive': flag(false, {
    group: 'warehouse',
    label: { en: 'Shipper may receive', th: 'ผู้จัดส่งรับของเองได้' },
    help: {
      en: 'For a company with one storekeeper: whoever shipped a transfer may receive it as well.',
      th: 'สำหรับบริษัทที่มีเจ้าหน้าที่คลังคนเดียว ผู้จัดส่งใบโอนเป็นผู้รับได้ด้วย',
    },
  }),
  'requisition.holdDays': integer(14, {
    group: 'warehouse',
    label: { en: 'Days that requisitions hold stock', th: 'จำนวนวันที่ใบเบิกจองอะไหล่' },
    help: {
      en: 'Approved quantities that nobody picks are released after so many days.',
      th: 'ยอดที่อนุมัติแล้วแต่ไม่มีผู้หยิบจะถูกคืนเมื่อครบจำนวนวัน',
    },
    unit: DAYS,
    min: 1,
    max: 365,
  }),
  'receipt.checksRequired': flag(false, {
    group: 'warehouse',
    label: { en: 'Checks before containers are received', th: 'ต้องตรวจก่อนรับตู้' },
    help: {
      en: 'A container is accepted once its checklist is answered and it has been photographed.',
      th: 'รับตู้ได้เมื่อตรวจครบทุกรายการและมีภาพถ่ายแล้ว',
    },
  }),
  capitalizeRepair: flag(false, {
    group: 'warehouse',
    label: { en: 'Capitalise repairs', th: 'บันทึกค่าซ่อมเป็นต้นทุนอะไหล่' },
    help: {
      en: 'Parts and labour of a repair raise the value of the repaired part. Otherwise they are an expense.',
      th: 'ค่าอะไหล่และค่าแรงเพิ่มมูลค่าของอะไหล่ที่ซ่อม หากไม่เลือกถือเป็นค่าใช้จ่าย',
    },
  }),
  overReceiptTolerancePct: percent('0.00', {
    group: 'purchasing',
    label: { en: 'Over-receipt tolerance', th: 'รับเกินใบสั่งซื้อได้' },
    help: {
      en: 'How much more than ordered may be received.',
      th: 'จำนวนที่รับเกินกว่าที่สั่งได้',
    },
  }),
  biddingNoticeHours: integer(24, {
    group: 'purchasing',
    label: { en: 'Notice before a bidding closes', th: 'แจ้งล่วงหน้าก่อนปิดเสนอราคา' },
    help: {
      en: 'The closing time of a round moves to no earlier than so many hours from now.',
      th: 'เลื่อนเวลาปิดรอบเสนอราคาได้ไม่เร็วกว่าจำนวนชั่วโมงนี้นับจากขณะนั้น',
    },
    unit: HOURS,
    min: 0,
    max: 720,
  }),
  'contract.reservationDays': integer(7, {
    group: 'sales',
    label: { en: 'Days that contracts hold containers', th: 'จำนวนวันที่สัญญาจองตู้' },
    help: {
      en: 'A container that is reserved for a contract is offered again after so many days.',
      th: 'ตู้ที่จองไว้ให้สัญญาจะถูกปล่อยเมื่อครบจำนวนวัน',
    },
    unit: DAYS,
    min: 1,
    max: 365,
  }),
  'contract.billDaysAhead': integer(7, {
    group: 'sales',
    label: { en: 'Days that contracts are billed ahead', th: 'จำนวนวันที่ออกใบแจ้งหนี้ล่วงหน้า' },
    help: {
      en: 'The invoice of a payment is issued so many days before it is due.',
      th: 'ใบแจ้งหนี้ของแต่ละงวดออกก่อนวันครบกำหนดตามจำนวนวัน',
    },
    unit: DAYS,
    min: 0,
    max: 60,
  }),
  'contract.depositRequired': flag(false, {
    group: 'sales',
    label: { en: 'Deposit before activation', th: 'ต้องชำระเงินประกันก่อนเริ่มสัญญา' },
    help: {
      en: 'A contract with a deposit becomes active once the deposit is paid.',
      th: 'สัญญาที่มีเงินประกันเริ่มมีผลได้เมื่อชำระเงินประกันแล้ว',
    },
  }),
  'contract.customerFilesRequired': flag(false, {
    group: 'sales',
    label: { en: 'Papers of the customer before submission', th: 'ต้องมีเอกสารลูกค้าก่อนส่งสัญญา' },
    help: {
      en: 'A contract is submitted once its customer’s papers are there and valid: of a person the ID card, of a company its certificate.',
      th: 'ส่งสัญญาได้เมื่อมีเอกสารลูกค้าที่ยังไม่หมดอายุ บุคคลธรรมดาใช้บัตรประชาชน นิติบุคคลใช้หนังสือรับรองบริษัท',
    },
  }),
  'contract.listPrice': money(null, {
    group: 'sales',
    label: { en: 'List price', th: 'ราคาขายตั้งต้น' },
    help: {
      en: 'Before VAT. A contract begins with it, and what is agreed below it counts as discount. Without a value the list price of the model counts.',
      th: 'ก่อนภาษีมูลค่าเพิ่ม สัญญาใหม่เริ่มด้วยราคานี้ และราคาที่ตกลงต่ำกว่านี้นับเป็นส่วนลด หากไม่กำหนดใช้ราคาตั้งของรุ่น',
    },
    subject: 'productModel',
  }),
  'contract.leasePrice': money(null, {
    group: 'sales',
    label: { en: 'Rent per month', th: 'ค่าเช่าต่อเดือนตั้งต้น' },
    help: {
      en: 'Before VAT. A lease begins with it, and a rent below it counts as discount. Without a value the rent of the model counts.',
      th: 'ก่อนภาษีมูลค่าเพิ่ม สัญญาเช่าเริ่มด้วยค่าเช่านี้ และค่าเช่าที่ต่ำกว่านี้นับเป็นส่วนลด หากไม่กำหนดใช้ค่าเช่าของรุ่น',
    },
    subject: 'productModel',
  }),
  'contract.priceFloor': money(null, {
    group: 'sales',
    label: { en: 'Price floor', th: 'ราคาขั้นต่ำ' },
    help: {
      en: 'Before VAT. Below it a contract needs a higher approval. Without a value the floor price of the model counts.',
      th: 'ก่อนภาษีมูลค่าเพิ่ม ต่ำกว่านี้ต้องให้ผู้มีอำนาจสูงกว่าอนุมัติ หากไม่กำหนดใช้ราคาขั้นต่ำของรุ่น',
    },
    subject: 'productModel',
  }),
  'contract.lateFeePercent': percent('0.00', {
    group: 'sales',
    label: { en: 'Late fee per month', th: 'ค่าปรับชำระล่าช้าต่อเดือน' },
    help: {
      en: 'Of the amount overdue, by days. Zero charges nothing.',
      th: 'คิดจากยอดค้างชำระเป็นรายวัน 0 คือไม่คิด',
    },
  }),
  'contract.lateFeeGraceDays': integer(7, {
    group: 'sales',
    label: { en: 'Days before a late fee', th: 'จำนวนวันผ่อนผันก่อนคิดค่าปรับ' },
    help: {
      en: 'What is paid within so many days after it was due bears no late fee; later, it counts from the first day.',
      th: 'ชำระภายในจำนวนวันนี้หลังครบกำหนดไม่คิดค่าปรับ หากเกินคิดตั้งแต่วันแรกที่ล่าช้า',
    },
    unit: DAYS,
    min: 0,
    max: 365,
  }),
  'reminders.automatic': flag(false, {
    group: 'sales',
    label: { en: 'Remind customers automatically', th: 'เตือนลูกค้าอัตโนมัติ' },
    help: {
      en: 'Customers who have given their consent are reminded of their invoices every morning.',
      th: 'ระบบส่งข้อความเตือนชำระทุกเช้าให้ลูกค้าที่ให้ความยินยอมแล้ว',
    },
  }),
  'reminders.daysBefore': reminderDays(3, {
    en: 'Reminder before the due date',
    th: 'เตือนก่อนครบกำหนด',
  }),
  'reminders.firstDaysAfter': reminderDays(1, {
    en: 'First reminder after the due date',
    th: 'เตือนครั้งที่ 1 หลังครบกำหนด',
  }),
  'reminders.secondDaysAfter': reminderDays(7, {
    en: 'Second reminder after the due date',
    th: 'เตือนครั้งที่ 2 หลังครบกำหนด',
  }),
  'reminders.thirdDaysAfter': reminderDays(30, {
    en: 'Third reminder after the due date',
    th: 'เตือนครั้งที่ 3 หลังครบกำหนด',
  }),
  'sales.commissionPercent': percent('0.00', {
    group: 'sales',
    label: { en: 'Commission', th: 'ค่าคอมมิชชัน' },
    help: {
      en: 'Of the value of a contract without VAT.',
      th: 'คิดจากมูลค่าสัญญาก่อนภาษีมูลค่าเพิ่ม',
    },
  }),
  'sales.target': money('0.00', {
    group: 'sales',
    label: { en: 'Sales target per month', th: 'เป้าขายต่อเดือน' },
    help: {
      en: 'Of one salesperson, from a month on until another target follows.',
      th: 'ของพนักงานขายแต่ละคน ใช้ตั้งแต่เดือนที่กำหนดจนกว่าจะมีเป้าใหม่',
    },
    subject: 'user',
    monthly: true,
  }),
  'service.labourRate': money('0.00', {
    group: 'service',
    label: { en: 'Labour rate per hour', th: 'ค่าแรงต่อชั่วโมง' },
    help: {
      en: 'What an hour of a technician costs a customer, without VAT.',
      th: 'ค่าแรงช่างที่คิดกับลูกค้า ก่อนภาษีมูลค่าเพิ่ม',
    },
  }),
  'service.slaHours.critical': slaHours(4, {
    en: 'SLA: critical jobs',
    th: 'SLA งานวิกฤต',
  }),
  'service.slaHours.high': slaHours(8, { en: 'SLA: high priority', th: 'SLA งานเร่งด่วน' }),
  'service.slaHours.normal': slaHours(24, { en: 'SLA: normal priority', th: 'SLA งานปกติ' }),
  'service.slaHours.low': slaHours(72, { en: 'SLA: low priority', th: 'SLA งานไม่เร่งด่วน' }),
  'service.calendar': calendar(
    { days: [1, 2, 3, 4, 5], from: '08:30', to: '17:30', holidays: [] },
    {
      group: 'service',
      label: { en: 'Working calendar', th: 'วันและเวลาทำการ' },
      help: {
        en: 'SLA hours count within these times.',
        th: 'ชั่วโมง SLA นับเฉพาะในเวลาเหล่านี้',
      },
    },
  ),
} as const;

export type SettingKey = keyof typeof SETTINGS;
export const SETTING_KEYS = Object.keys(SETTINGS) as [SettingKey, ...SettingKey[]];

interface ValueOf {
  readonly percent: string;
  readonly money: string;
  readonly integer: number;
  readonly flag: boolean;
  readonly calendar: WorkingCalendar;
}
/** Null where a setting begins without a value. */
export type SettingValue<K extends SettingKey = SettingKey> =
  | ValueOf[(typeof SETTINGS)[K]['kind']]
  | Extract<(typeof SETTINGS)[K]['initial'], null>;

/** The declaration of a setting, with what only some of them say. */
export type SettingDeclaration = Declared & {
  readonly kind: SettingKind;
  readonly initial: SettingValue;
  readonly min?: number;
  readonly max?: number;
};
export const settingOfKey = (key: SettingKey): SettingDeclaration => SETTINGS[key];

/** Keys of settings that have a value for each person, or each model. */
export type SubjectKey<S extends SettingSubject> = {
  [K in SettingKey]: (typeof SETTINGS)[K] extends { readonly subject: S } ? K : never;
}[SettingKey];
/** Keys of settings with one value for the whole company. */
export type PlainKey = Exclude<SettingKey, SubjectKey<SettingSubject>>;

const time = () => z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'TIME' }));

export const workingCalendar = () =>
  z
    .object({
      days: z.array(field.integer(1, 7)).check(
        z.minLength(1, { error: 'REQUIRED' }),
        z.maxLength(7, { error: 'TOO_MANY' }),
        z.refine((days) => new Set(days).size === days.length, { error: 'REPEATED' }),
      ),
      from: time(),
      to: time(),
      holidays: z
        .array(z.string().check(z.refine(isDate, { error: 'DATE' })))
        .check(z.maxLength(200, { error: 'TOO_MANY' })),
    })
    .check(z.refine(({ from, to }) => from < to, { error: 'DATE_ORDER', path: ['to'] }));

/** What a value of this setting must be. */
export function settingSchema(key: SettingKey): z.ZodMiniType<SettingValue> {
  const { kind, min = 0, max = 0 } = settingOfKey(key);
  switch (kind) {
    case 'percent':
      return field.percent();
    case 'money':
      return field.money();
    case 'integer':
      return field.integer(min, max);
    case 'flag':
      return field.flag();
    case 'calendar':
      return workingCalendar();
  }
}
