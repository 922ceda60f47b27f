import { renderClauses, STANDARD_CLAUSES } from '@boxyard/shared/domain/sales/contractClauses.ts';
import { type InstallSite, siteAddress } from '@boxyard/shared/domain/sales/contracts.ts';
import type { ContractType, PlanTotals } from '@boxyard/shared/domain/sales/paymentPlan.ts';
import { formatDate, formatMoney } from '../../../documents/format.ts';
import type { Locale } from '../../../kernel/index.ts';

interface ClauseSource {
  readonly type: ContractType;
  readonly terms: string | null;
  readonly titleHolder: 'company' | 'customer';
  readonly whtRate: string;
  readonly depositAmount: string;
  readonly depositRefundable: boolean;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly warrantyMonths: number;
  readonly installSite: InstallSite;
  readonly totals: Pick<PlanTotals, 'grandTotal'>;
  readonly productModel: { readonly name: string; readonly nameTh: string | null };
  readonly product: { readonly serialNumber: string } | null;
  readonly customer: { readonly name: string; readonly nameEn: string | null };
}

const isMore = (amount: string): boolean => !/^0(\.0+)?$/.test(amount);

/** Texts that a company has given its contracts. */
export type ClauseTexts = Readonly<Record<Locale, string>>;

function clausesIn(source: ClauseSource, texts: ClauseTexts, locale: Locale): string {
  const { type, totals, product, productModel, customer } = source;
  const date = (day: string | null) => (day === null ? '' : formatDate(day, locale));
  return renderClauses(source.terms ?? texts[locale], {
    type,
    fields: {
      customer: locale === 'th' ? customer.name : (customer.nameEn ?? customer.name),
      model: locale === 'th' ? (productModel.nameTh ?? productModel.name) : productModel.name,
      serial: product?.serialNumber ?? '',
      site: siteAddress(source.installSite, locale),
      startDate: date(source.startDate),
      endDate: date(source.endDate),
      grandTotal: formatMoney(totals.grandTotal),
      deposit: formatMoney(source.depositAmount),
      warrantyMonths: String(source.warrantyMonths),
    },
    holds: [
      ...(product ? (['hasSerial'] as const) : []),
      ...(source.endDate ? (['hasEnd'] as const) : []),
      ...(isMore(source.whtRate) ? (['withholds'] as const) : []),
      ...(source.depositRefundable && isMore(source.depositAmount)
        ? (['refundable'] as const)
        : []),
      source.titleHolder === 'company' ? 'companyTitle' : 'customerTitle',
    ],
  });
}

/**
 * The clauses of a contract in both languages: its own, else those of its company, else those that all
 * contracts have.
 */
export const clausesOf = (
  source: ClauseSource,
  texts: ClauseTexts = STANDARD_CLAUSES,
): ClauseTexts => ({
  en: clausesIn(source, texts, 'en'),
  th: clausesIn(source, texts, 'th'),
});
