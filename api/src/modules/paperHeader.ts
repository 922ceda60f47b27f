import { buffer } from 'node:stream/consumers';
import type { HeaderType, SignatureBlock } from '@boxyard/shared/domain';
import type { HeaderSnapshot } from '../db/schema/purchasing.ts';
import { FileMissingError } from '../documents/files.ts';
import type { DocumentModel, DocumentSignature } from '../documents/model.ts';
import { type Ctx, kept, type Locale } from '../kernel/index.ts';
import { addressText } from './purchasing/common.ts';

const defaultsOf = kept((db, given: { companyId: string; type: HeaderType }) =>
  db
    .selectFrom('documentHeaders')
    .where('companyId', '=', given.companyId)
    .where('type', '=', given.type)
    .where('isDefault', '=', true)
    .select(['companyNameTh', 'companyNameEn', 'taxId', 'branchCode', 'address', 'phone'])
    .select(['logoFileId', 'footer', 'terms', 'signatureBlocks']),
);

const companiesOf = kept((db, given: { companyId: string }) =>
  db
    .selectFrom('companies')
    .where('id', '=', given.companyId)
    .select(['nameTh', 'nameEn', 'taxId', 'branchCode', 'address', 'phone', 'logoFileId']),
);

/** The company's default header of this type of document, or what the company itself says. */
export async function headerFor(
  ctx: Ctx,
  { companyId, type }: { companyId: string; type: HeaderType },
): Promise<HeaderSnapshot> {
  const [[header], [company]] = await Promise.all([
    defaultsOf(ctx, { companyId, type }),
    companiesOf(ctx, { companyId }),
  ]);
  if (header) return header;
  if (!company) throw new Error(`the company ${companyId} is missing`);
  const { nameTh, nameEn, address, ...rest } = company;
  return {
    ...rest,
    companyNameTh: nameTh,
    companyNameEn: nameEn,
    address: addressText(address, 'th'),
    footer: null,
    terms: null,
    signatureBlocks: null,
  };
}

/** A header as it is printed, its logo taken from `logo` or from where files are kept. */
export async function printedHeader(
  ctx: Ctx,
  header: Omit<HeaderSnapshot, 'signatureBlocks' | 'terms'>,
  logo?: Buffer,
): Promise<DocumentModel['header']> {
  return {
    nameTh: header.companyNameTh,
    nameEn: header.companyNameEn,
    taxId: header.taxId,
    branchCode: header.branchCode,
    address: header.address,
    phone: header.phone ?? undefined,
    footer: header.footer ?? undefined,
    logo: logo ?? (await keptLogo(ctx, header.logoFileId)),
  };
}

async function keptLogo(ctx: Ctx, fileId: string | null): Promise<Buffer | undefined> {
  if (fileId === null) return undefined;
  try {
    return (await readLogo(ctx, fileId)).content;
  } catch (error) {
    // A paper without its picture is still a paper; that the file is gone belongs in the log.
    if (!(error instanceof FileMissingError)) throw error;
    ctx.app.log.error({ err: error, fileId }, 'the logo of a document header is missing');
    return undefined;
  }
}

/** A logo with its kind. */
export async function readLogo(
  ctx: Ctx,
  fileId: string,
): Promise<{ readonly mime: string; readonly content: Buffer }> {
  const { mime, storageKey } = await ctx.db
    .selectFrom('files')
    .select(['mime', 'storageKey'])
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
  return { mime, content: await buffer(await ctx.app.files.get(storageKey)) };
}

/** Who did what to a document, for the signatures of its header. */
export type Signers = Readonly<
  Partial<Record<Exclude<SignatureBlock['signer'], 'blank'>, Omit<DocumentSignature, 'label'>>>
>;

/** The header's own signatures, or those of this kind of paper where the company has no header. */
export function signaturesOf(
  blocks: readonly SignatureBlock[] | null,
  {
    locale,
    signers,
    otherwise,
  }: {
    readonly locale: Locale;
    readonly signers: Signers;
    readonly otherwise: readonly DocumentSignature[];
  },
): readonly DocumentSignature[] {
  if (blocks === null) return otherwise;
  return blocks.map(({ labelEn, labelTh, signer }) => ({
    label: locale === 'th' ? labelTh : labelEn,
    ...(signer === 'blank' ? {} : signers[signer]),
  }));
}
