import type { ContractDetail } from '@boxyard/shared/contract/areas/contracts.ts';
import { decimal } from '@boxyard/shared/domain';
import { branchName } from '@boxyard/shared/domain/people/companies.ts';
import { useLocale, useT } from '@boxyard/shared/runtime';
import { DateText, type FactItem, Money, Percent } from '@boxyard/shared/ui';
import type { ReactNode } from 'react';

/** What a version agrees on, by field; a contract and a proposal have the same fields. */
export type Terms = Readonly<Record<string, unknown>>;

/** What the head of a contract says as well. */
const PARTIES = [
  'customer',
  'sale',
  'documentDate',
  'type',
  'startDate',
  'endDate',
  'productModel',
  'product',
  'installSite',
] as const;
/** The terms in the order in which they are talked about; schedule and sums follow below. */
export const TERMS = [
  ...PARTIES,
  'price',
  'discountValue',
  'discountReason',
  'vatMode',
  'vatRate',
  'whtRate',
  'depositAmount',
  'depositRefundable',
  'downPayment',
  'installmentCount',
  'interval',
  'dueDay',
  'firstDueDate',
  'interestType',
  'interestRate',
  'titleHolder',
  'warrantyMonths',
  'coverage',
  'witnesses',
  'terms',
] as const;
export type Term = (typeof TERMS)[number];

const OVER_THE_WIDTH: readonly Term[] = [
  'customer',
  'installSite',
  'discountReason',
  'witnesses',
  'terms',
];
const PERCENTS: readonly Term[] = ['vatRate', 'whtRate', 'interestRate'];
/** Terms that say nothing while something else is not agreed. */
const MEANS_NOTHING: Readonly<Partial<Record<Term, (terms: Terms) => boolean>>> = {
  vatRate: ({ vatMode }) => vatMode === 'none',
  depositRefundable: ({ depositAmount }) => isNone(depositAmount),
  downPayment: ({ downPayment }) => isNone(downPayment),
  interestType: ({ type }) => type !== 'installment',
  interestRate: ({ interestType }) => interestType === 'none',
};

const isNone = (amount: unknown): boolean => typeof amount !== 'string' || decimal.isZero(amount);

/** How this person reads what is agreed. */
export function useReader() {
  const t = useT('remote-purchase-sales');
  return { t, locale: useLocale() };
}
export type Reader = ReturnType<typeof useReader>;

/**
 * What a term that is a record says, the record itself first: people by name, things by code and name,
 * a place by its address and whoever opens the door.
 */
export function partsOf(value: Terms, locale: Reader['locale']): string[] {
  const { code, serialNumber, name, nameTh, nameEn, taxId, branchCode } = value;
  const { address, addressTh, addressEn, contactName, contactPhone, lat, lng } = value;
  const words = (...all: unknown[]) =>
    all.filter((one) => typeof one === 'string' && one !== '').join(' ');
  const isThai = locale === 'th';
  return [
    words(code ?? serialNumber, (isThai ? nameTh : nameEn) || name),
    words(taxId, typeof branchCode === 'string' && branchName(branchCode, locale)),
    words((isThai ? addressTh : addressEn) || address),
    words(contactName, contactPhone),
    typeof lat === 'number' && typeof lng === 'number' ? `${lat}, ${lng}` : '',
  ];
}

export const isRecord = (value: unknown): value is Terms =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A term as somebody reads it; null: it is left open. */
export function shownTerm(term: Term, terms: Terms, { t, locale }: Reader): ReactNode {
  const value = terms[term];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'boolean') return t(value ? 'contracts.yes' : 'contracts.no');
  if (Array.isArray(value)) return value.join(', ') || null;
  if (isRecord(value)) return partsOf(value, locale).filter(Boolean).join(' · ') || null;
  const text = String(value);
  if (term === 'dueDay') return text === 'last' ? t('contracts.lastDay') : text;
  if (PERCENTS.includes(term)) return <Percent value={text} />;
  if (term === 'discountValue' && terms.discountType === 'percent') return <Percent value={text} />;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return <DateText value={text} />;
  if (/^-?\d+\.\d\d$/.test(text)) return <Money value={text} />;
  return t(`contracts.choice.${term}.${text}`, { defaultValue: text });
}

/** Terms as facts; what they leave open is left out. */
export const factsOf = (terms: Terms, reader: Reader, without: readonly Term[] = []): FactItem[] =>
  TERMS.flatMap((key) => {
    if (without.includes(key) || MEANS_NOTHING[key]?.(terms)) return [];
    const value = shownTerm(key, terms, reader);
    if (value === null) return [];
    const label = reader.t(`contracts.field.${key}`);
    return [{ key, label, value, wide: OVER_THE_WIDTH.includes(key) }];
  });

/** The terms of a contract beside its head. */
export const furtherFactsOf = (doc: ContractDetail, reader: Reader): FactItem[] =>
  factsOf(doc as unknown as Terms, reader, PARTIES);

/** What of a contract is agreed, as its versions say it: no state, and nothing that was billed. */
export const termsOf = (doc: ContractDetail): Terms => {
  const all = doc as unknown as Terms;
  return {
    ...Object.fromEntries([...TERMS, 'discountType', 'totals'].map((key) => [key, all[key]])),
    schedule: doc.schedule.map(({ invoice: _billed, paidBefore: _before, ...row }) => row),
  };
};
