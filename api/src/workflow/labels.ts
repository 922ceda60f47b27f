import {
  DOCUMENT_FAMILIES,
  type DocumentFamilyName,
  type Machine,
  machineOfSubject,
} from '@boxyard/shared/domain';
import amountsEn from '@boxyard/shared/domain/texts/families/amounts.en.json' with { type: 'json' };
import amountsTh from '@boxyard/shared/domain/texts/families/amounts.th.json' with { type: 'json' };
import en from '@boxyard/shared/domain/texts/families/document.en.json' with { type: 'json' };
import th from '@boxyard/shared/domain/texts/families/document.th.json' with { type: 'json' };
import { bothLanguages, type Locale, type Localised, type Words } from '../kernel/index.ts';

/** What all families call alike: common statuses, fields and columns of lines. */
export const COMMON_WORDS = bothLanguages({ en, th });

/** What the sums of a document are called. */
export const AMOUNT_WORDS = bothLanguages({ en: amountsEn, th: amountsTh }).field;

/** Statuses of every machine whose family has said its words. */
const statuses = new Map<string, Readonly<Record<string, Localised>>>();

/** What a status is called, for what tells of records of every family: those of the activity log. */
export const statusText = (subject: string, status: string): Localised | undefined =>
  statuses.get(machineOfSubject(subject)?.id ?? '')?.[status];

/** A machine's statuses in both languages: its own words first, then those that all share. */
function statusWords<const S extends string>(
  { id, states }: Machine<S>,
  own: Readonly<Record<string, Localised>>,
): Readonly<Record<S, Localised>> {
  const common: Readonly<Record<string, Localised>> = COMMON_WORDS.status;
  const words = Object.keys(states).map((status) => {
    const word = own[status] ?? common[status];
    if (!word) throw new Error(`The status "${status}" of ${id} has no text`);
    return [status, word];
  });
  return Object.fromEntries(words) as Readonly<Record<S, Localised>>;
}

/** The words of a family of documents; every status of its machine has one. */
export function familyWords<const S extends string, const T extends object>(
  machine: Machine<S>,
  texts: { readonly en: T; readonly th: object },
): Omit<Words<T>, 'status'> & { readonly status: Readonly<Record<S, Localised>> } {
  const words = bothLanguages(texts);
  const own = (words as { readonly status?: Readonly<Record<string, Localised>> }).status ?? {};
  const status = statusWords(machine, own);
  statuses.set(machine.id, status);
  return { ...words, status };
}

/** What stands above a PDF: what its family is called, in the reader's language and below it the other. */
export function documentTitle(
  family: DocumentFamilyName,
  english: string = DOCUMENT_FAMILIES[family].label.en,
): Readonly<Record<Locale, readonly [string, string]>> {
  const { th } = DOCUMENT_FAMILIES[family].label;
  return { en: [english, th], th: [th, english] };
}
