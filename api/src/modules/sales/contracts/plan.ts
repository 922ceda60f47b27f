import { withAgreed } from '@boxyard/shared/domain/sales/agreedPlan.ts';
import {
  makePlan,
  type PaymentPlan,
  type PlanInput,
  planFaults,
  planOf,
} from '@boxyard/shared/domain/sales/paymentPlan.ts';
import { type Ctx, type FieldFault, type Input, settingOf } from '../../../kernel/index.ts';

type PlanBody = Input<'contracts.preview'>['body'];

/** Per cent, as the company's settings say for a document of that date; today by default. */
export const vatRateOf = (ctx: Ctx, companyId: string, on?: string): Promise<string> =>
  settingOf(ctx, { companyId, key: 'vatRate', ...(on === undefined ? {} : { on }) });

/** What must be there to compute a plan, beyond what every contract says. */
function missingFaults(body: PlanBody): FieldFault[] {
  const required =
    body.type === 'sale' ? [] : (['installmentCount', 'interval', 'dueDay'] as const);
  return required.flatMap((field) => (body[field] == null ? [{ field, code: 'REQUIRED' }] : []));
}

/** The plan's input from what was entered; figures that its type has no use for are left out. */
export function planInputOf(body: PlanBody, vatRate: string): PlanInput {
  const isHirePurchase = body.type === 'installment';
  return {
    type: planOf[body.type],
    price: body.price,
    discount:
      body.discountType && body.discountValue
        ? { type: body.discountType, value: body.discountValue }
        : null,
    vatMode: body.vatMode,
    vatRate,
    whtRate: body.whtRate,
    deposit: { amount: body.depositAmount, refundable: body.depositRefundable },
    downPayment: body.downPayment,
    installmentCount: body.installmentCount ?? 1,
    interval: body.interval ?? 'month',
    dueDay: body.dueDay === 'last' ? 'last' : Number(body.dueDay ?? 1),
    contractDate: body.documentDate,
    firstDueDate: body.firstDueDate ?? body.documentDate,
    interestType: isHirePurchase ? body.interestType : 'none',
    interestRate: isHirePurchase ? body.interestRate : '0.00',
  };
}

/**
 * The plan of what was entered, or every fault of it by its field (docs/adr/0027). Payments that were
 * agreed before and that a change leaves alone take the place of the same ones of the plan.
 */
export function plannedOf(
  body: PlanBody,
  vatRate: string,
  agreed: PaymentPlan['rows'] = [],
): { readonly plan?: PaymentPlan; readonly faults: readonly FieldFault[] } {
  const missing = missingFaults(body);
  if (missing.length > 0) return { faults: missing };
  const input = planInputOf(body, vatRate);
  const faults = planFaults(input);
  if (faults.length > 0) return { faults };
  const plan = makePlan(input);
  return {
    plan:
      agreed.length === 0
        ? plan
        : withAgreed(plan, { rows: agreed, isVatInPrice: body.vatMode === 'inclusive' }),
    faults: [],
  };
}
