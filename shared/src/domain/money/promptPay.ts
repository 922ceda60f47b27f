import { round } from '../values/decimal.ts';

/**
 * Payload of a PromptPay or bill-payment QR code (EMV merchant-presented mode, as the Thai banks
 * read it).
 */
const field = (id: string, value: string): string =>
  `${id}${String(value.length).padStart(2, '0')}${value}`;

/** CRC-16/CCITT-FALSE, the checksum of tag 63. */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (const char of text) {
    crc ^= char.charCodeAt(0) << 8;
    for (let bit = 0; bit < 8; bit++) {
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

const CURRENCY_THB = '764';
const DYNAMIC = '12';

function payload(account: string, amount: string): string {
  const text = [
    field('00', '01'),
    field('01', DYNAMIC),
    account,
    field('53', CURRENCY_THB),
    field('54', round(amount)),
    field('58', 'TH'),
    '6304',
  ].join('');
  return `${text}${crc16(text)}`;
}

const PROMPTPAY = 'A000000677010111';
const BILL_PAYMENT = 'A000000677010112';
const PHONE = /^0\d{9}$/;

/** A transfer to a phone number or tax id that is registered for PromptPay. */
export function promptPayPayload(promptPayId: string, amount: string): string {
  const target = PHONE.test(promptPayId)
    ? field('01', `0066${promptPayId.slice(1)}`)
    : field('02', promptPayId);
  return payload(field('29', `${field('00', PROMPTPAY)}${target}`), amount);
}

/** What a bank takes as a reference: capital letters and digits, 20 at most. */
export const bankReferenceOf = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 20);

/** A bill payment: the biller, the customer's number and the invoice's. */
export const billPaymentPayload = (
  bill: { readonly billerId: string; readonly ref1: string; readonly ref2: string },
  amount: string,
): string =>
  payload(
    field(
      '30',
      [
        field('00', BILL_PAYMENT),
        field('01', bill.billerId),
        field('02', bankReferenceOf(bill.ref1)),
        field('03', bankReferenceOf(bill.ref2)),
      ].join(''),
    ),
    amount,
  );
