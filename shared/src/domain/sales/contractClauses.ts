import type { ContractType } from './paymentPlan.ts';

/**
 * Clauses of contracts as templates: `{{customer}}` is a field, and `{{#lease}}…{{/lease}}` stands
 * only where the condition holds. PDFs are plain text: markup is taken out, and what scripts and
 * styles contain with it.
 */
export interface ClauseFacts {
  readonly type: ContractType;
  readonly fields: Readonly<Partial<Record<ClauseField, string>>>;
  /** Conditions besides the type. */
  readonly holds: readonly ClauseCondition[];
}

const CODE = /<(script|style)\b[^>]*(?:>|$)[\s\S]*?(<\/\1\s*>|$)/gi;
const BREAK = /<(?:br|\/p|\/li|\/div|\/h[1-6])\s*\/?>/gi;
const TAG = /<\/?[a-z!][^>]*(?:>|$)/gi;

/** Tags inside tags that are looked for: nobody writes one, and each costs a walk over the text. */
const MAX_NESTED = 10;

/** Cleans a text until nothing changes: what is left of a tag inside a tag is a tag again. */
function cleaned(markup: string, clean: (text: string) => string): string {
  let text = markup;
  for (let round = 0; round < MAX_NESTED; round += 1) {
    const before = text;
    text = clean(text);
    if (text === before) return text;
  }
  return text.replaceAll('<', '');
}

/** The text of markup, without any of it. */
export const withoutMarkup = (markup: string): string => {
  const text = cleaned(markup.replace(CODE, '').replace(BREAK, '\n'), (found) =>
    found.replace(TAG, ''),
  );
  return text.replace(/\n{3,}/g, '\n\n').trim();
};

/** What a template may say of its contract. */
export const CLAUSE_FIELDS = [
  'customer',
  'model',
  'serial',
  'site',
  'startDate',
  'endDate',
  'grandTotal',
  'deposit',
  'warrantyMonths',
] as const;
export type ClauseField = (typeof CLAUSE_FIELDS)[number];

/** What a passage may depend on. */
export const CLAUSE_CONDITIONS = [
  'sale',
  'installment',
  'lease',
  'hasSerial',
  'hasEnd',
  'withholds',
  'refundable',
  'companyTitle',
  'customerTitle',
] as const;
export type ClauseCondition = (typeof CLAUSE_CONDITIONS)[number];

/** Kinds of contracts that may have clauses of their own; as `CONTRACT_TYPES`, which brings the plans. */
export const CLAUSE_TYPES = [
  'sale',
  'installment',
  'lease',
] as const satisfies readonly ContractType[];

/** The longest template. */
export const MAX_CLAUSES = 20_000;

/** Markup that a template may keep; without attributes. */
const KEPT = /^<(\/?)(p|br|b|strong|i|em|u|ul|ol|li|h[1-6]|div)\s*\/?>$/i;

/**
 * A template as it is stored: no script, no style, no attribute, no tag but those that order text. What
 * is left of a tag inside a tag is looked at again.
 */
export const sanitisedClauses = (markup: string): string =>
  cleaned(markup, (text) =>
    text.replace(CODE, '').replace(TAG, (tag) => {
      const bare = /^<(\/?)([a-z][a-z0-9]*)\b/i.exec(tag);
      const [, close = '', name = ''] = bare ?? [];
      const kept = `<${close}${name.toLowerCase()}>`;
      return KEPT.test(kept) ? kept : '';
    }),
  ).trim();

export interface ClauseFault {
  readonly code: 'CLAUSE_FIELD' | 'CLAUSE_CONDITION' | 'CLAUSE_OPEN';
  readonly name: string;
}

/** Spaces around the name are its own: two of them beside it would be tried in every split. */
const MARK = /\{\{([#/]?)([^{}]*)\}\}/g;

/** What of a template nothing could be put in for: unknown names, and passages that are not closed. */
export function clauseFaults(template: string): ClauseFault[] {
  const faults: ClauseFault[] = [];
  const open: string[] = [];
  for (const [, sign, written = ''] of template.matchAll(MARK)) {
    const name = written.trim();
    if (sign === '') {
      if (!(CLAUSE_FIELDS as readonly string[]).includes(name)) {
        faults.push({ code: 'CLAUSE_FIELD', name });
      }
    } else if (!(CLAUSE_CONDITIONS as readonly string[]).includes(name)) {
      faults.push({ code: 'CLAUSE_CONDITION', name });
    } else if (sign === '#') {
      // A passage inside itself would end with the first end.
      if (open.includes(name)) faults.push({ code: 'CLAUSE_OPEN', name });
      open.push(name);
    } else if (open.pop() !== name) {
      faults.push({ code: 'CLAUSE_OPEN', name });
    }
  }
  return [...faults, ...open.map((name) => ({ code: 'CLAUSE_OPEN' as const, name }))];
}

const FIELD = /\{\{(\w+)\}\}/g;

/**
 * What of a template stands where these conditions hold, in one walk over it, however deep passages lie
 * in one another. A passage that never ends goes on until the end; an end without a beginning is nothing.
 */
function chosenPassages(template: string, conditions: ReadonlySet<string>): string {
  const open: string[] = [];
  let failing = 0;
  let chosen = '';
  let at = 0;
  const take = (text: string): void => {
    if (failing === 0) chosen += text;
  };
  for (const { 0: mark, 1: sign, 2: written = '', index } of template.matchAll(MARK)) {
    take(template.slice(at, index));
    at = index + mark.length;
    const name = written.trim();
    if (sign === '') take(`{{${name}}}`);
    else if (sign === '#') {
      open.push(name);
      if (!conditions.has(name)) failing += 1;
    } else if (open.at(-1) === name) {
      open.pop();
      if (!conditions.has(name)) failing -= 1;
    }
  }
  take(template.slice(at));
  return chosen;
}

/** The clauses of one contract. */
export function renderClauses(template: string, { type, fields, holds }: ClauseFacts): string {
  const text = withoutMarkup(chosenPassages(template, new Set<string>([type, ...holds])));
  return text
    .replace(FIELD, (_, name: string) =>
      Object.hasOwn(fields, name) ? (fields[name as ClauseField] ?? '') : '',
    )
    .trim();
}

/** What is printed where neither the contract nor its company has clauses of its own. */
export const STANDARD_CLAUSES = {
  en: `1. The company provides {{model}}{{#hasSerial}}, serial number {{serial}},{{/hasSerial}} at {{site}}, from {{startDate}}{{#hasEnd}} until {{endDate}}{{/hasEnd}}.
2. The customer pays {{grandTotal}} baht in all, as the schedule of payments says.{{#withholds}} Tax withheld by the customer counts as paid once its certificate is handed over.{{/withholds}}
{{#installment}}3. {{#companyTitle}}The container stays the property of the company until the last instalment is paid.{{/companyTitle}}{{#customerTitle}}The container becomes the property of the customer with its delivery.{{/customerTitle}} Whoever is two instalments in arrears after a written reminder of 30 days loses the right to pay by instalments.
{{/installment}}{{#lease}}3. The container stays the property of the company. The customer returns it at the end of the lease in the condition of fair wear and tear.
{{/lease}}{{#sale}}3. The container becomes the property of the customer once the whole price is paid.
{{/sale}}4. The company warrants the container for {{warrantyMonths}} months from its installation.
{{#refundable}}5. The deposit of {{deposit}} baht is given back without interest within 30 days after the end of the contract, less what is still owed.
{{/refundable}}6. Changes of this contract are valid only in writing, as a new version that both parties have signed.`,
  th: `1. บริษัทตกลงส่งมอบตู้รุ่น {{model}}{{#hasSerial}} หมายเลขเครื่อง {{serial}}{{/hasSerial}} ณ {{site}} ตั้งแต่วันที่ {{startDate}}{{#hasEnd}} ถึงวันที่ {{endDate}}{{/hasEnd}}
2. ลูกค้าตกลงชำระเงินรวมทั้งสิ้น {{grandTotal}} บาท ตามตารางการชำระเงิน{{#withholds}} ภาษีหัก ณ ที่จ่ายถือเป็นการชำระเมื่อลูกค้าส่งมอบหนังสือรับรองการหักภาษีแล้ว{{/withholds}}
{{#installment}}3. {{#companyTitle}}กรรมสิทธิ์ในตู้ยังเป็นของบริษัทจนกว่าลูกค้าจะชำระงวดสุดท้ายครบถ้วน{{/companyTitle}}{{#customerTitle}}กรรมสิทธิ์ในตู้โอนเป็นของลูกค้าเมื่อส่งมอบ{{/customerTitle}} หากลูกค้าผิดนัดสองงวดติดต่อกันและไม่ชำระภายใน 30 วันหลังได้รับหนังสือทวงถาม ลูกค้าย่อมหมดสิทธิผ่อนชำระ
{{/installment}}{{#lease}}3. ตู้เป็นกรรมสิทธิ์ของบริษัทตลอดอายุสัญญา ลูกค้าต้องส่งคืนเมื่อสิ้นสุดสัญญาในสภาพที่เป็นไปตามการใช้งานปกติ
{{/lease}}{{#sale}}3. กรรมสิทธิ์ในตู้โอนเป็นของลูกค้าเมื่อชำระราคาครบถ้วน
{{/sale}}4. บริษัทรับประกันตู้เป็นเวลา {{warrantyMonths}} เดือนนับแต่วันติดตั้ง
{{#refundable}}5. บริษัทจะคืนเงินประกัน {{deposit}} บาท โดยไม่มีดอกเบี้ย ภายใน 30 วันหลังสิ้นสุดสัญญา หักด้วยหนี้ที่ค้างชำระ
{{/refundable}}6. การแก้ไขสัญญานี้ต้องทำเป็นหนังสือ เป็นฉบับใหม่ที่คู่สัญญาทั้งสองฝ่ายลงนาม`,
} as const;
