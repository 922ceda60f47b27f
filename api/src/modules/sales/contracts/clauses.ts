import { renderClauses, STANDARD_CLAUSES } from '@boxyard/shared/domain/sales/contractClauses.ts';
import type { InstallSite } from '@boxyard/shared/domain/sales/contracts.ts';
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

function clausesIn(source: ClauseSource, locale: Locale): string {
  const { type, totals, product, productModel, customer } = source;
  const date = (day: string | null) => (day === null ? '' : formatDate(day, locale));
  return renderClauses(source.terms ?? STANDARD_CLAUSES[locale], {
    type,
    fields: {
      customer: locale === 'th' ? customer.name : (customer.nameEn ?? customer.name),
      model: locale === 'th' ? (productModel.nameTh ?? productModel.name) : productModel.name,
      serial: product?.serialNumber ?? '',
      site: source.installSite.address,
      startDate: date(source.startDate),
      endDate: date(source.endDate),
      grandTotal: formatMoney(totals.grandTotal),
      deposit: formatMoney(source.depositAmount),
      warrantyMonths: String(source.warrantyMonths),
    },
    holds: [
      ...(product ? ['hasSerial'] : []),
      ...(source.endDate ? ['hasEnd'] : []),
      ...(isMore(source.whtRate) ? ['withholds'] : []),
      ...(source.depositRefundable && isMore(source.depositAmount) ? ['refundable'] : []),
      source.titleHolder === 'company' ? 'companyTitle' : 'customerTitle',
    ],
  });
}

/** The clauses of a contract in both languages: its own, else those that all contracts have. */
export const clausesOf = (source: ClauseSource): Readonly<Record<Locale, string>> => ({
  en: clausesIn(source, 'en'),
  th: clausesIn(source, 'th'),
});
