import type { Contract, DataOf } from '@boxyard/shared/contract';
import { estimateMachine } from '@boxyard/shared/domain/service/estimateMachine.ts';
import {
  formatDate,
  formatDateTime,
  formatMoney,
  formatQuantity,
  formatUnitPrice,
} from '../../documents/format.ts';
import { filled, type Html, html, named, type PageFrame, page, TEXTS } from './html.ts';

type EstimateData = DataOf<Contract['estimates.linked']>;

/** Fields that a customer fills in, in their order. */
export const ESTIMATE_FIELDS = ['answeredBy', 'answerReason'] as const;
type FieldName = (typeof ESTIMATE_FIELDS)[number];

export interface EstimatePage {
  readonly data: EstimateData;
  /** Address that the answer is sent to. */
  readonly action: string;
  /** Values that were typed, and what is wrong with each. */
  readonly values: Readonly<Partial<Record<string, string>>>;
  readonly faults: readonly { readonly field: FieldName | null; readonly message: string }[];
}

type Texts = (typeof TEXTS)['en']['estimate'];

/** Lines and totals: the amount of each stands right, its quantity below the words. */
function offerTable({ locale }: PageFrame, offer: NonNullable<EstimateData['offer']>): Html {
  const t = TEXTS[locale].estimate;
  const sum = (label: string, amount: string, isLast = false): Html =>
    html`<tr${isLast && html` class="sum"`}><th scope="row">${label}</th><td>${formatMoney(amount)}</td></tr>`;
  return html`<table class="offer"><caption>${t.lines}</caption>
<thead><tr><th scope="col">${t.description}</th><th scope="col">${t.amount}</th></tr></thead>
<tbody>${offer.items.map(
    ({ description, quantity, unit, unitPrice, lineTotal }) =>
      html`<tr><th scope="row">${description}<small>${filled(t.each, {
        quantity: formatQuantity(quantity),
        unit: unit ?? '',
        price: formatUnitPrice(unitPrice),
      })}</small></th><td>${formatMoney(lineTotal)}</td></tr>`,
  )}</tbody>
<tfoot>${sum(t.subTotal, offer.subTotal)}${sum(
    filled(t.vat, { rate: formatQuantity(offer.vatRate) }),
    offer.vatAmount,
  )}${sum(t.grandTotal, offer.grandTotal, true)}</tfoot>
</table>
${offer.remark !== null && html`<p class="model">${t.remark}</p><p class="note">${offer.remark}</p>`}`;
}

/** The form in which the customer says yes or no; each button sends its own answer. */
function answerForm(t: Texts, { action, values, faults }: EstimatePage, correct: string): Html {
  const faultOf = (name: FieldName): string =>
    faults.find(({ field }) => field === name)?.message ?? '';
  const described = (name: FieldName): Html =>
    html` aria-describedby="${name}-error"${faultOf(name) !== '' && html` aria-invalid="true"`}`;
  const error = (name: FieldName): Html =>
    html`<p class="error" id="${name}-error" role="alert">${faultOf(name)}</p>`;
  return html`${
    faults.length > 0 &&
    html`<div class="faults" role="alert" tabindex="-1"><strong>${correct}</strong><ul>${faults.map(
      ({ field, message }) =>
        html`<li>${field === null ? message : html`<a href="#${field}">${message}</a>`}</li>`,
    )}</ul></div>`
  }
<form method="post" action="${action}" enctype="multipart/form-data" novalidate>
<div class="field"><label for="answeredBy">${t.name}</label>
<input id="answeredBy" name="answeredBy" autocomplete="name" maxlength="200" required value="${values.answeredBy ?? ''}"${described('answeredBy')}>${error('answeredBy')}</div>
<div class="field"><label for="answerReason">${t.reason}</label>
<textarea id="answerReason" name="answerReason" maxlength="500"${described('answerReason')}>${values.answerReason ?? ''}</textarea>${error('answerReason')}</div>
<p class="hint">${t.once}</p>
<div class="answers"><button type="submit" name="estimateAnswer" value="accept">${t.accept}</button>
<button type="submit" name="estimateAnswer" value="decline" class="quiet">${t.decline}</button></div>
</form>`;
}

/** The outcome of an estimate that waits for no answer. */
function outcomeOf(frame: PageFrame, { status, answeredAt }: EstimateData): string {
  const t = TEXTS[frame.locale].estimate;
  const time = answeredAt === null ? '' : formatDateTime(answeredAt, frame.locale);
  const texts: Readonly<Partial<Record<EstimateData['status'], string>>> = {
    accepted: t.accepted,
    declined: t.declined,
    withdrawn: t.withdrawn,
    superseded: t.superseded,
  };
  return filled(texts[status] ?? t.expired, { time });
}

/** The page on which a customer reads an estimate and answers, once. */
export function estimatePage(frame: PageFrame, shown: EstimatePage): string {
  const { data } = shown;
  const t = TEXTS[frame.locale];
  const words = t.estimate;
  const isAccepted = estimateMachine.actions.accept.to.includes(data.status);
  const content = html`<p class="model">${t.model}: <strong>${named(frame.locale, data.model)}</strong></p>
${
  data.isOpen
    ? html`<p>${words.lead}</p>`
    : html`<p class="outcome${isAccepted && ' good'}" role="status">${outcomeOf(frame, data)}</p>`
}
${data.offer !== null && offerTable(frame, data.offer)}
${data.isOpen && html`<p class="hint">${filled(words.validUntil, { date: formatDate(data.validUntil, frame.locale) })}</p>`}
${data.isOpen && answerForm(words, shown, t.faults)}`;
  return page(frame, {
    name: 'estimate',
    title: filled(words.title, { no: data.documentNo }),
    content,
    hasScript: false,
  });
}
