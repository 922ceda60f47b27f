import type { HeaderType, SignatureBlock } from '@boxyard/shared/domain';
import type { HeaderSnapshot } from '../db/schema/purchasing.ts';
import type { DocumentModel, DocumentSignature } from '../documents/model.ts';
import { FileMissingError } from '../documents/store/fileStore.ts';
import {
  addressText,
  type Ctx,
  compiledQuery,
  type FieldFault,
  type Locale,
} from '../kernel/index.ts';
import { readPicture } from './pictures.ts';

interface HeaderQuestion {
  readonly companyId: string;
  readonly type: HeaderType;
  /** The header that the document names; null: the company's default. */
  readonly headerId?: string | null;
}

const headersOf = compiledQuery(
  (db, given: { companyId: string; type: HeaderType; headerId: string | null }) =>
    db
      .selectFrom('documentHeaders')
      .where('companyId', '=', given.companyId)
      .where('type', '=', given.type)
      .where('isActive', '=', true)
      .where((eb) => eb.or([eb('isDefault', '=', true), eb('id', '=', given.headerId)]))
      .select(['companyNameTh', 'companyNameEn', 'taxId', 'branchCode', 'address', 'phone'])
      .select(['logoFileId', 'footer', 'terms', 'signatureBlocks'])
      // The one that the document names comes before the default.
      .orderBy((eb) => eb('id', 'is not distinct from', given.headerId), 'desc')
      .limit(1),
);

const companiesOf = compiledQuery((db, given: { companyId: string }) =>
  db
    .selectFrom('companies')
    .where('id', '=', given.companyId)
    .select(['nameTh', 'nameEn', 'taxId', 'branchCode', 'address', 'phone', 'logoFileId']),
);

/**
 * The header that a document names, while it is in use; else the company's default of this type of
 * document, or what the company itself says. The company's logo stands where a header has none.
 */
export async function headerFor(
  ctx: Ctx,
  { companyId, type, headerId = null }: HeaderQuestion,
): Promise<HeaderSnapshot> {
  const [[header], [company]] = await Promise.all([
    headersOf(ctx, { companyId, type, headerId }),
    companiesOf(ctx, { companyId }),
  ]);
  if (header) {
    const signatureBlocks = await namedBlocks(ctx, header.signatureBlocks);
    return {
      ...header,
      logoFileId: header.logoFileId ?? company?.logoFileId ?? null,
      signatureBlocks,
    };
  }
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

/** Signatures with what their people and roles are called now. */
export async function namedBlocks(
  ctx: Ctx,
  blocks: readonly SignatureBlock[],
): Promise<readonly SignatureBlock[]> {
  const ids = (name: 'userId' | 'roleId') => blocks.flatMap((block) => block[name] ?? []);
  if (ids('userId').length === 0 && ids('roleId').length === 0) return blocks;
  const { rows } = await ctx.pg.query<{ id: string; name_en: string; name_th: string }>({
    name: 'headers.signers',
    text: `select id, btrim(first_name || ' ' || last_name) as name_en,
        btrim(first_name || ' ' || last_name) as name_th from users where id = any($1::uuid[])
      union all select id, label_en, label_th from roles where id = any($2::uuid[])`,
    values: [ids('userId'), ids('roleId')],
  });
  const names = new Map(rows.map((row) => [row.id, row]));
  return blocks.map((block) => {
    const found = names.get((block.signer === 'person' ? block.userId : block.roleId) ?? '');
    return found ? { ...block, nameEn: found.name_en, nameTh: found.name_th } : block;
  });
}

/** A document may name a header of its own company and kind that is in use. */
export async function headerFaults(
  ctx: Ctx,
  { companyId, type, headerId }: HeaderQuestion,
): Promise<FieldFault[]> {
  if (!headerId) return [];
  const header = await ctx.db
    .selectFrom('documentHeaders')
    .select('isActive')
    .where('id', '=', headerId)
    .where('companyId', '=', companyId)
    .where('type', '=', type)
    .executeTakeFirst();
  if (header?.isActive) return [];
  return [{ field: 'documentHeaderId', code: header ? 'INACTIVE' : 'UNKNOWN_ID' }];
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
    logo: logo ?? (await storedLogo(ctx, header.logoFileId)),
  };
}

async function storedLogo(ctx: Ctx, fileId: string | null): Promise<Buffer | undefined> {
  if (fileId === null) return undefined;
  try {
    return (await readPicture(ctx, fileId)).content;
  } catch (error) {
    // A PDF without its picture is still a PDF; that the file is gone belongs in the log.
    if (!(error instanceof FileMissingError)) throw error;
    ctx.app.log.error({ err: error, fileId }, 'the logo of a document header is missing');
    return undefined;
  }
}

/** Who did what to a document, for the signatures of its header. */
export type Signers = Readonly<
  Partial<
    Record<
      Exclude<SignatureBlock['signer'], 'blank' | 'person' | 'role'>,
      Omit<DocumentSignature, 'label'>
    >
  >
>;

/** The header's own signatures, or those of this kind of document where the company has no header. */
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
  return blocks.map(({ labelEn, labelTh, signer, nameEn, nameTh }) => {
    const label = locale === 'th' ? labelTh : labelEn;
    switch (signer) {
      case 'blank':
        return { label };
      case 'person':
      case 'role': {
        const name = locale === 'th' ? nameTh : nameEn;
        return { label, ...(name ? { name } : {}) };
      }
      default:
        return { label, ...signers[signer] };
    }
  });
}
