import * as z from 'zod/mini';
import { isDate, isInYears } from './dates.ts';
import { isQuantity } from './quantity.ts';
import {
  isBranchCode,
  isPhone,
  isTaxId,
  legible,
  normaliseDigits,
  normaliseName,
  normalisePhone,
  withoutMarks,
} from './thai.ts';

/**
 * The vocabulary of field schemas. An error's `message` is a code of the error catalogue
 * (texts/errors), which server and browser translate; `params` travel beside it.
 */
export const id = () => z.uuid({ error: 'ID' });
export const text = (max: number, min = 0) =>
  z.pipe(
    z.pipe(z.string(), z.transform(normaliseName)),
    z
      .string()
      .check(
        z.minLength(min, { error: min === 1 ? 'REQUIRED' : 'TOO_SHORT' }),
        z.maxLength(max, { error: 'TOO_LONG' }),
      ),
  );
/** Several lines kept as typed. */
export const longText = (max = 1000) =>
  z.string().check(z.maxLength(max, { error: 'TOO_LONG' }), z.overwrite(legible), z.trim());
export const requiredText = (max: number) => text(max, 1);
/** A cause written by a person: rejections, cancellations, reversals need 3..500 characters. */
export const reason = () =>
  z.string().check(
    // What cannot be seen is no cause.
    z.overwrite(withoutMarks),
    z.trim(),
    z.minLength(3, { error: 'REASON' }),
    z.maxLength(500, { error: 'TOO_LONG' }),
  );
/** Whether a text has only the signs of a code: what labels print and scanners read. */
export const isCode = (value: string, max = 20): boolean =>
  value.length <= max && /^[A-Z0-9][A-Z0-9._/-]*$/.test(value);
export const code = (max = 20) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => value.trim().toUpperCase()),
    ),
    z.string().check(z.refine((value: string) => isCode(value, max), { error: 'CODE' })),
  );
/** The address as mail knows it: a domain such as `กขค.ไทย` is `xn--….xn--…` there. */
function asciiAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (!/\P{ASCII}/u.test(domain) || /[\s/?#:@\\]/.test(domain)) return address;
  try {
    return `${address.slice(0, at)}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return address;
  }
}
/** The check of an address knows endings of letters alone. */
const NATIONAL_ENDING = /\.xn--[a-z0-9-]+$/;
/**
 * Letters before the @ may be of another script where the domain is too: with a domain in ASCII they come
 * from the wrong keyboard.
 */
function isEmail(address: string): boolean {
  const ascii = asciiAddress(address);
  const at = ascii.lastIndexOf('@');
  const mailbox = ascii.includes('xn--', at)
    ? ascii.slice(0, at).replace(/(?!\p{ASCII})[\p{L}\p{M}\p{N}]/gu, 'x')
    : ascii.slice(0, at);
  const plain = mailbox + ascii.slice(at).replace(NATIONAL_ENDING, '.th');
  return at > 0 && z.safeParse(z.email(), plain).success;
}

export const email = () =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) => withoutMarks(value.normalize('NFC')).trim().toLowerCase()),
    ),
    z
      .string()
      .check(z.refine(isEmail, { error: 'EMAIL' }), z.maxLength(254, { error: 'TOO_LONG' })),
  );
/** Several addresses of mail in one line, between commas. */
export const emails = () =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((value: string) =>
        value
          .split(/[,;\s]+/)
          .filter(Boolean)
          .join(', '),
      ),
    ),
    z.string().check(
      z.maxLength(500, { error: 'TOO_LONG' }),
      z.refine(
        (value) =>
          value === '' || value.split(', ').every((one) => z.safeParse(email(), one).success),
        { error: 'EMAIL' },
      ),
    ),
  );
export const date = () => z.string().check(z.refine(isDate, { error: 'DATE' }));
/** An instant, ISO 8601 in UTC. */
export const instant = () =>
  z.iso.datetime({ error: 'INSTANT' }).check(z.refine(isInYears, { error: 'INSTANT' }));
/** `10` means `10.00`: fewer places than a figure has are filled up, more are left for its rule. */
const padded = (places: number) =>
  z.overwrite<string>((value) => {
    const [, whole, rest = ''] = /^(-?\d+)(?:\.(\d+))?$/.exec(value) ?? [];
    return whole === undefined || rest.length >= places
      ? value
      : `${whole}.${rest.padEnd(places, '0')}`;
  });
/** Amount in THB, 2 places, zero or more unless `signed`. */
export const money = (options: { signed?: boolean } = {}) =>
  z
    .string()
    .check(
      padded(2),
      z.regex(options.signed ? /^-?\d{1,13}\.\d{2}$/ : /^\d{1,13}\.\d{2}$/, { error: 'MONEY' }),
    );
/** Amount in THB, 2 places, more than nothing. */
export const positiveMoney = () =>
  money().check(z.refine((value) => /[1-9]/.test(value), { error: 'POSITIVE' }));
/** Unit price or cost in THB, 4 places. */
export const price = () =>
  z.string().check(padded(4), z.regex(/^\d{1,11}\.\d{4}$/, { error: 'PRICE' }));
/** Percentage, 2 places, 0.00 to 100.00. */
export const percent = () =>
  z.string().check(
    padded(2),
    z.regex(/^\d{1,3}\.\d{2}$/, { error: 'PERCENT' }),
    z.refine((value) => Number(value) <= 100, { error: 'PERCENT' }),
  );
export const quantity = () =>
  z
    .number({ error: 'NUMBER' })
    .check(
      z.gte(0, { error: 'MIN' }),
      z.lte(999_999_999, { error: 'MAX' }),
      z.refine(isQuantity, { error: 'QUANTITY' }),
    );
export const positiveQuantity = () =>
  z
    .number({ error: 'NUMBER' })
    .check(
      z.gt(0, { error: 'POSITIVE' }),
      z.lte(999_999_999, { error: 'MAX' }),
      z.refine(isQuantity, { error: 'QUANTITY' }),
    );
/** A reading of an instrument: up to six digits and three decimals, below zero too. */
export const reading = () =>
  z.string().check(z.regex(/^-?\d{1,6}(\.\d{1,3})?$/, { error: 'NUMBER' }));
export const integer = (min: number, max: number) =>
  z.int({ error: 'INTEGER' }).check(z.gte(min, { error: 'MIN' }), z.lte(max, { error: 'MAX' }));
export const version = () => z.int({ error: 'INTEGER' }).check(z.gte(1, { error: 'MIN' }));
export const taxId = () =>
  z.pipe(
    z.pipe(z.string(), z.transform(normaliseDigits)),
    z.string().check(z.refine(isTaxId, { error: 'TAX_ID' })),
  );
export const branchCode = () =>
  z.pipe(
    z.pipe(z.string(), z.transform(normaliseDigits)),
    z.string().check(z.refine(isBranchCode, { error: 'BRANCH_CODE' })),
  );
export const phone = () =>
  z.pipe(
    z.pipe(z.string(), z.transform(normalisePhone)),
    z.string().check(z.refine(isPhone, { error: 'PHONE' })),
  );
export const flag = () => z.boolean({ error: 'BOOLEAN' });
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: 'ONE_OF' });
export const optional = <T extends z.core.SomeType>(schema: T) => z.optional(schema);
/** Absent or null both mean "nothing here". */
export const nullish = <T extends z.core.SomeType>(schema: T) => z.nullish(schema);
