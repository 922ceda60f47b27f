import * as z from 'zod/mini';
import { type Machine, startsFrom } from '../domain/machine/machine.ts';
import * as field from '../domain/values/fields.ts';
import type { Done } from './endpoint.ts';

/** A linked record, reduced to what a label needs. */
export const ref = () =>
  z.object({
    id: field.id(),
    code: z.nullable(z.string()),
    name: z.string(),
    nameTh: z.optional(z.nullable(z.string())),
  });
/** A linked document by its number. */
export const documentRef = () => z.object({ id: field.id(), documentNo: z.nullable(z.string()) });
/** A document of which it is told that there is one, though perhaps not which. */
export const maybeRef = () =>
  z.object({ id: z.nullable(field.id()), documentNo: z.nullable(z.string()) });
export const userRef = () => z.object({ id: field.id(), name: z.string() });

/** A value, or its JSON in a field of a multipart body; what cannot be read is refused as it is. */
export const orJson = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.transform((value: unknown): unknown => {
      if (typeof value !== 'string') return value;
      try {
        return JSON.parse(value);
      } catch {
        return value;
      }
    }),
    schema,
  ) as unknown as z.ZodMiniPipe<z.ZodMiniTransform<z.input<S>, z.input<S>>, S>;

/** Columns that every record has (domain-warehouse 1.0). */
export const recordFields = {
  id: field.id(),
  version: field.version(),
  createdAt: field.instant(),
  updatedAt: field.instant(),
};

export const historyEntry = z.object({
  id: field.id(),
  at: field.instant(),
  by: z.nullable(userRef()),
  action: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  diff: z.nullable(z.record(z.string(), z.unknown())),
});

export const ATTACHMENT_KINDS = [
  'quotation',
  'taxInvoice',
  'deliveryNote',
  'signedContract',
  'photo',
  'other',
] as const;
export const attachment = z.object({
  id: field.id(),
  fileName: z.string(),
  mime: z.string(),
  size: z.int(),
  kind: z.enum(ATTACHMENT_KINDS),
  createdAt: field.instant(),
  by: z.nullable(userRef()),
});

/** What every document's detail answers besides its own fields. */
export const documentFields = {
  ...recordFields,
  documentNo: z.nullable(z.string()),
  status: z.string(),
  documentDate: field.date(),
  company: ref(),
  remark: z.nullable(z.string()),
  createdBy: z.nullable(userRef()),
  approvedBy: z.nullable(userRef()),
  approvedAt: z.nullable(field.instant()),
  /** Cause of the latest rejection, cancellation or reversal. */
  statusReason: z.nullable(z.string()),
};
/** What stands around a document: who did what, files, its neighbours in the chain, what may be done. */
export const documentContext = {
  history: z.array(historyEntry),
  attachments: z.array(attachment),
  /** Documents before and after this one in the chain. */
  related: z.array(
    z.object({
      type: z.string(),
      id: field.id(),
      documentNo: z.nullable(z.string()),
      status: z.string(),
    }),
  ),
  allowedActions: z.array(z.string()),
  /** Who submitted it or changed what it says, besides its creator: they do not decide on it. */
  authorIds: z.array(field.id()),
};
export const documentDetail = { ...documentFields, ...documentContext };

/** An approval below somebody's limit. */
export const endorsement = z.object({
  by: userRef(),
  at: field.instant(),
  limit: z.nullable(z.string()),
  comment: z.nullable(z.string()),
});

const COSTS = new WeakSet<object>();
/** What something cost, or is worth; null without `parts-warehouse:view-cost`. */
export const cost = () => {
  const schema = z.nullable(z.string());
  COSTS.add(schema);
  return schema;
};
export const isCost = (schema: object): boolean => COSTS.has(schema);

/** Whose work it is now: whoever took it over from a colleague, else whoever made it. */
export const assigned = { assignee: z.nullable(userRef()) };

export const nothing = () => z.object({});
export const versionOnly = () => z.object({ version: field.version() });
export const withReason = () => z.object({ version: field.version(), reason: field.reason() });
export const active = { isActive: field.flag() };

/**
 * The notice of a decision by what came of it. A rejection is in the body; an approval above the
 * person's limit leaves the document where `action` can start again, so it was an endorsement.
 */
export const decisionNotice =
  <A extends string>(machine: Machine<string, A>, action: NoInfer<A>) =>
  ({ body, data }: Done): string => {
    if (body.decision === 'reject') return 'rejected';
    return startsFrom(machine, action, String(data.status)) ? 'endorsed' : 'approved';
  };

/** A signature is small: a PNG of some kilobytes. */
const SIGNATURE_TEXT = 200_000;

/** So many bytes at most, one at least, as base64 text. */
export const base64 = (bytes: number) =>
  z
    .string()
    .check(
      z.maxLength(Math.ceil(bytes / 3) * 4, { error: 'TOO_LONG' }),
      z.regex(/^([\w+/]{4})*([\w+/]{4}|[\w+/]{3}=|[\w+/]{2}==)$/, { error: 'BASE64' }),
    );

export const signature = () =>
  z.string().check(
    z.refine((value) => value.length <= SIGNATURE_TEXT, { error: 'SIGNATURE', abort: true }),
    z.regex(/^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/, { error: 'SIGNATURE' }),
  );

/** Lines that a document may have. */
export const MAX_LINES = 200;
/** The lines of a document: at least one, and no more than a page prints. */
export const linesOf = <T extends z.core.SomeType>(line: T, max = MAX_LINES) =>
  z
    .array(line)
    .check(z.minLength(1, { error: 'LINES_REQUIRED' }), z.maxLength(max, { error: 'TOO_MANY' }));
