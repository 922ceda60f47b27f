import type { Contract, DataOf, LinkTarget } from '@boxyard/shared/contract';
import type { FaultProgress } from '@boxyard/shared/domain/service/faultReports.ts';
import { formatDateTime } from '../../documents/format.ts';
import type { Locale } from '../../kernel/index.ts';
import en from './texts.en.json' with { type: 'json' };
import th from './texts.th.json' with { type: 'json' };

type Texts = typeof en;
export const TEXTS: Readonly<Record<Locale, Texts>> = { en, th };

/** Text that is markup already. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Piece = string | number | Html | null | false | readonly Piece[];

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const written = (piece: Piece): string => {
  if (piece === null || piece === false) return '';
  if (piece instanceof Html) return piece.text;
  if (Array.isArray(piece)) return piece.map(written).join('');
  return String(piece).replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
};

/** Markup in which every value is a text, unless it is markup made here. */
export const html = (strings: TemplateStringsArray, ...values: readonly Piece[]): Html =>
  new Html(
    strings
      .map((text, index) => text + (index < values.length ? written(values[index] ?? null) : ''))
      .join(''),
  );

/** Fills the values that a text names in braces. */
export const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** Every page's language, files, and the address by which it is read in the other language. */
export interface PageFrame {
  readonly locale: Locale;
  readonly style: string;
  readonly script: string;
  /** Address of the page in the other language; null where there is none to go back to. */
  readonly other: string | null;
}

const OTHER: Readonly<Record<Locale, Locale>> = { en: 'th', th: 'en' };
/** Addresses of style and script. */
export const ASSETS = '/r/assets/';

/** A whole page: its frame, its one heading and what stands below. */
export function page(
  { locale, style, script, other }: PageFrame,
  {
    name,
    title,
    content,
    hasScript = true,
  }: {
    readonly name: string;
    readonly title: string;
    readonly content: Html;
    readonly hasScript?: boolean;
  },
): string {
  const texts = TEXTS[locale];
  const shown = html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Boxyard</title>
<link rel="stylesheet" href="${ASSETS}${style}">
<link rel="icon" href="data:,">
${hasScript && html`<script src="${ASSETS}${script}" defer></script>`}
</head>
<body data-page="${name}">
${other !== null && html`<header><nav aria-label="${texts.skip}"><a href="${other}" lang="${OTHER[locale]}" hreflang="${OTHER[locale]}">${texts.switch}</a></nav></header>`}
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  return shown.text;
}

type FormData = DataOf<Contract['faultReports.form']>;
type ProgressData = DataOf<Contract['faultReports.progress']>;

/** The name of a record in the language of the page. */
export const named = (locale: Locale, { name, nameTh }: FormData['model']): string =>
  locale === 'th' ? (nameTh ?? name) : name;

/** Fields that a person fills in, in their order. */
export const FIELDS = ['symptomCodeId', 'symptom', 'photos', 'phone', 'name'] as const;
export type FieldName = (typeof FIELDS)[number];

export interface FormPage {
  readonly data: FormData;
  /** Token of the page's form: the one that was sent, or a new one. */
  readonly form: string;
  /** Address that the form is sent to. */
  readonly action: string;
  /** Values that were typed, and what is wrong with each. */
  readonly values: Readonly<Partial<Record<string, string>>>;
  readonly faults: readonly { readonly field: FieldName | null; readonly message: string }[];
  /** Texts of the two rules that the script checks before anything is sent. */
  readonly rules: { readonly symptomMissing: string; readonly phoneWrong: string };
}

/** The page on which a fault is reported. */
export function formPage(
  frame: PageFrame,
  { data, form, action, values, faults, rules }: FormPage,
): string {
  const t = TEXTS[frame.locale];
  const faultOf = (name: FieldName): string =>
    faults.find(({ field }) => field === name)?.message ?? '';
  /** Ids of the elements that describe a field: its hint and its fault. */
  const described = (name: FieldName, hint: boolean): Html =>
    html` aria-describedby="${hint && `${name}-hint `}${name}-error"${faultOf(name) !== '' && html` aria-invalid="true"`}`;
  const error = (name: FieldName): Html =>
    html`<p class="error" id="${name}-error" role="alert">${faultOf(name)}</p>`;
  const hint = (name: FieldName, text: string): Html =>
    html`<p class="hint" id="${name}-hint">${text}</p>`;
  const chosen = values.symptomCodeId ?? '';
  const summary =
    faults.length > 0 &&
    html`<div class="faults" role="alert" tabindex="-1"><strong>${t.faults}</strong><ul>${faults.map(
      ({ field, message }) =>
        html`<li>${field === null ? message : html`<a href="#${field}">${message}</a>`}</li>`,
    )}</ul></div>`;
  const content = html`<p class="model">${t.model}: <strong>${named(frame.locale, data.model)}</strong></p>
<p>${t.lead}</p>
${summary}
<form method="post" action="${action}" enctype="multipart/form-data" novalidate
 data-photos-many="${t.photosMany}" data-photo-broken="${t.photoBroken}" data-photos-chosen="${t.photosChosen}"
 data-symptom-missing="${rules.symptomMissing}" data-phone-wrong="${rules.phoneWrong}" data-sending="${t.sending}" data-send="${t.send}">
<input type="hidden" name="form" value="${form}">
<div class="field"><label for="symptomCodeId">${t.symptomCode}</label>
<select id="symptomCodeId" name="symptomCodeId"${described('symptomCodeId', false)}>
<option value="">${t.otherSymptom}</option>
${data.symptoms.map((one) => html`<option value="${one.id}"${one.id === chosen && html` selected`}>${named(frame.locale, one)}</option>`)}
</select>${error('symptomCodeId')}</div>
<div class="field"><label for="symptom">${t.symptom}</label>${hint('symptom', t.symptomHint)}
<textarea id="symptom" name="symptom" maxlength="1000"${described('symptom', true)}>${values.symptom ?? ''}</textarea>${error('symptom')}</div>
<div class="field" id="photos-field" hidden><label for="photos">${t.photos} <span>${t.optional}</span></label>${hint('photos', t.photosHint)}
<input id="photos" name="photos" type="file" accept="image/*" multiple disabled${described('photos', true)}>
<div class="thumbs" id="thumbs"></div><p class="hint" id="photos-said" role="status"></p>${error('photos')}</div>
<div class="field"><label for="phone">${t.phone}</label>${hint('phone', t.phoneHint)}
<input id="phone" name="phone" type="tel" inputmode="tel" autocomplete="tel" maxlength="30" required value="${values.phone ?? ''}"${described('phone', true)}>${error('phone')}</div>
<div class="field"><label for="name">${t.name} <span>${t.optional}</span></label>
<input id="name" name="name" autocomplete="name" maxlength="100" value="${values.name ?? ''}"${described('name', false)}>${error('name')}</div>
<div class="away" aria-hidden="true"><label for="website">${t.website}</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>
<p class="hint">${t.privacy}</p>
<button type="submit">${t.send}</button>
</form>`;
  return page(frame, { name: 'form', title: t.title, content });
}

/** Steps that every report takes, and those that end it otherwise. */
const COURSE: readonly FaultProgress[] = ['received', 'lookedAt', 'scheduled', 'atWork', 'done'];

/** The page on which its sender sees how far a report is. */
export function progressPage(frame: PageFrame, data: ProgressData): string {
  const t = TEXTS[frame.locale];
  const time = (instant: string): string => formatDateTime(instant, frame.locale);
  const course = data.step === 'closed' ? (['received', 'closed'] as const) : COURSE;
  const at = (course as readonly FaultProgress[]).indexOf(data.step);
  const { appointmentStart: from, appointmentEnd: until } = data;
  const plan =
    from !== null &&
    until !== null &&
    html`<small>${filled(t.appointment, { from: time(from), until: time(until) })}</small>`;
  const content = html`<p class="model">${t.model}: <strong>${named(frame.locale, data.model)}</strong></p>
<p>${t.thanks}</p>
<p class="hint">${filled(t.reportedAt, { time: time(data.reportedAt) })}</p>
<ol class="steps">${course.map(
    (step, index) =>
      html`<li${index < at && html` class="passed"`}${index === at && html` aria-current="step"`}>${t.step[step]}${index === at && step === 'scheduled' && plan}</li>`,
  )}</ol>`;
  return page(frame, { name: 'progress', title: t.progress, content });
}

/** A page that says one thing: a link leads nowhere, or that too much came at once. */
export function noticePage(
  frame: PageFrame,
  what: 'notHere' | 'tooMany' | 'failed',
  to: LinkTarget = 'container',
): string {
  const t = TEXTS[frame.locale];
  const text = (to === 'estimate' ? t.estimate : t)[`${what}Text`];
  return page(frame, { name: 'notice', title: t[what], content: html`<p>${text}</p>` });
}
