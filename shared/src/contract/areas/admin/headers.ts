import * as z from 'zod/mini';
import {
  ALL_HEADER_TYPES,
  HEADER_PAGES,
  MAX_SIGNATURES,
  NUMBER_RESETS,
  SIGNERS,
} from '../../../domain/documents/headers.ts';
import * as field from '../../../domain/values/fields.ts';
import { historyEntry, recordFields, ref } from '../../common.ts';
import { ability, list, mutation, one, rendered } from '../../endpoint.ts';
import { logo } from '../../pictures.ts';

/**
 * Headers of documents (domain-warehouse 1.12): who the company is on its documents, with
 * logo, terms and signatures, for each company and type of document; one of them is the default.
 */
const type = () => field.oneOf(ALL_HEADER_TYPES);
const headerRow = z.object({
  ...recordFields,
  name: z.string(),
  type: z.enum(ALL_HEADER_TYPES),
  company: ref(),
  companyNameTh: z.string(),
  companyNameEn: z.string(),
  taxId: z.string(),
  branchCode: z.string(),
  hasLogo: z.boolean(),
  signatureCount: z.int(),
  isDefault: z.boolean(),
  isActive: z.boolean(),
});
export type DocumentHeaderRow = z.infer<typeof headerRow>;

const signatureBlock = z.object({
  labelTh: z.string(),
  labelEn: z.string(),
  signer: z.enum(SIGNERS),
  userId: z.nullable(field.id()),
  roleId: z.nullable(field.id()),
});

const numberRule = z.object({
  prefix: z.string(),
  reset: z.enum(NUMBER_RESETS),
  digits: z.int(),
});
/** How a company numbers a kind of document: now, and from a later day on. */
const numbering = z.extend(numberRule, {
  /** The number that the next document takes by this rule. */
  next: z.string(),
  /** From then on; null: already now. */
  from: z.nullable(field.date()),
});

const headerDetail = z.object({
  ...headerRow.shape,
  address: z.string(),
  phone: z.nullable(z.string()),
  footer: z.nullable(z.string()),
  terms: z.nullable(z.string()),
  signatureBlocks: z.array(signatureBlock),
  /** Of all documents of this kind of the company; null where the kind has no numbers yet. */
  numbering: z.nullable(numbering),
  /** `data:image/png;base64,…`: it travels with the header that is edited, there and back. */
  logo: z.nullable(z.string()),
  history: z.array(historyEntry),
});
export type DocumentHeaderDetail = z.infer<typeof headerDetail>;

const lines = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: 'REQUIRED' }),
      z.maxLength(max, { error: 'TOO_LONG' }),
    );
const signatures = <T extends z.ZodMiniType<string, string>>(label: () => T) =>
  z
    .array(
      z.object({
        labelTh: label(),
        labelEn: label(),
        signer: field.oneOf(SIGNERS),
        userId: field.nullish(field.id()),
        roleId: field.nullish(field.id()),
      }),
    )
    .check(z.maxLength(MAX_SIGNATURES, { error: 'TOO_MANY' }));

const small = {
  footer: field.nullish(field.longText(500)),
  terms: field.nullish(field.longText(4000)),
  logo: field.nullish(logo()),
};

const ruleBody = z.object({
  prefix: z.string().check(z.trim(), z.regex(/^[A-Z]{1,6}$/, { error: 'NUMBER_PREFIX' })),
  reset: field.oneOf(NUMBER_RESETS),
  digits: field.integer(3, 8),
});

const headerBody = z.object({
  /** Absent: a new header. */
  id: field.optional(field.id()),
  /** Of the header that is changed. */
  version: field.optional(field.version()),
  companyId: field.id(),
  type: type(),
  name: field.requiredText(80),
  companyNameTh: field.requiredText(200),
  companyNameEn: field.requiredText(200),
  taxId: field.taxId(),
  branchCode: field.branchCode(),
  address: lines(500),
  phone: field.nullish(field.phone()),
  ...small,
  signatureBlocks: signatures(() => field.requiredText(60)),
  /** A new rule counts from the next month on. */
  numbering: field.nullish(ruleBody),
  isDefault: field.flag(),
  isActive: field.flag(),
});

/** As far as it is typed: a preview shows what there is. */
const previewBody = z.object({
  type: type(),
  /** Language of the PDF; the caller's own by default. */
  locale: field.optional(field.oneOf(['en', 'th'])),
  /** Whose logo is printed where the header has none. */
  companyId: field.nullish(field.id()),
  companyNameTh: field.text(200),
  companyNameEn: field.text(200),
  taxId: field.text(20),
  branchCode: field.text(10),
  address: field.longText(500),
  phone: field.nullish(field.text(30)),
  ...small,
  signatureBlocks: signatures(() => field.text(60)),
});

const VIEW = ability('contract-header:view', 'purchase-header:view');

export const headersFamily = {
  'documentHeaders.list': list({
    path: '/document_headers',
    access: VIEW,
    summary: 'Headers of documents, of the kinds that the caller may view',
    list: {
      filters: {
        /** The page that keeps them: contracts, or documents of purchasing. */
        pageName: { kind: 'enum', values: HEADER_PAGES },
        type: { kind: 'enum', values: ALL_HEADER_TYPES },
        companyId: { kind: 'id', lookup: 'companies.all' },
        isActive: { kind: 'flag' },
      },
      sorts: ['name', 'createdAt'],
      defaultSort: 'name',
    },
    row: headerRow,
  }),
  'documentHeaders.get': one({
    path: '/document_headers/:id',
    access: VIEW,
    summary: 'A header with its logo',
    data: headerDetail,
  }),
  'documentHeaders.save': mutation({
    method: 'POST',
    path: '/document_headers',
    access: ability('contract-header:update', 'purchase-header:update'),
    summary: 'Saves a header: a new one without an id, else the one of that id',
    body: headerBody,
    data: headerDetail,
  }),
  'documentHeaders.numbering': mutation({
    method: 'POST',
    path: '/document_headers/numbering',
    access: VIEW,
    summary: 'The next number by a rule that is not saved',
    notice: 'none',
    body: z.extend(ruleBody, { companyId: field.id(), type: type() }),
    data: numbering,
  }),
  'documentHeaders.preview': rendered({
    path: '/document_headers/preview',
    access: VIEW,
    summary: 'A sample document with a header that is not saved',
    mime: 'application/pdf',
    notice: 'none',
    body: previewBody,
  }),
} as const;
