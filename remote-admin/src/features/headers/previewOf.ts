import type { BodyIn, Contract } from '@boxyard/shared/contract';
import type { HeaderType, SignatureBlock } from '@boxyard/shared/domain';
import type { FormValues } from '@boxyard/shared/kit';

export type PreviewBody = BodyIn<Contract['documentHeaders.preview']>;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** What a form holds, however little it is, as the preview takes it. */
export function previewOf(
  values: FormValues,
  { type, locale }: { readonly type: HeaderType; readonly locale: 'en' | 'th' },
): PreviewBody {
  const blocks = (values.signatureBlocks ?? []) as readonly Partial<SignatureBlock>[];
  const text = (name: string) => textOf(values[name]);
  return {
    type,
    locale,
    // The company's logo is printed where the header has none.
    companyId: text('companyId') || null,
    companyNameTh: text('companyNameTh'),
    companyNameEn: text('companyNameEn'),
    taxId: text('taxId'),
    branchCode: text('branchCode'),
    address: text('address'),
    phone: text('phone'),
    footer: text('footer'),
    terms: text('terms'),
    logo: text('logo') || null,
    signatureBlocks: blocks.map(({ labelTh, labelEn, signer = 'blank', userId, roleId }) => ({
      labelTh: textOf(labelTh),
      labelEn: textOf(labelEn),
      signer,
      userId: userId ?? null,
      roleId: roleId ?? null,
    })),
  };
}
