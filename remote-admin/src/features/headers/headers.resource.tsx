import {
  ALL_HEADER_TYPES,
  HEADER_TYPES,
  type HeaderPage,
  MAX_SIGNATURES,
  SIGNERS,
} from '@boxyard/shared/domain';
import { defineResource, LogoField } from '@boxyard/shared/kit';
import { NumberingField } from './NumberingField.tsx';

/** What a new header begins with: somebody writes a document, somebody else approves it. */
export const FIRST_SIGNATURES = [
  { labelTh: 'ผู้จัดทำ', labelEn: 'Prepared by', signer: 'creator' },
  { labelTh: 'ผู้อนุมัติ', labelEn: 'Approved by', signer: 'approver' },
] as const;

/** Headers of the documents that one page keeps (domain-warehouse 1.12). */
const headersOf = (page: HeaderPage) => {
  const types = ALL_HEADER_TYPES.filter((type) =>
    (HEADER_TYPES[page] as readonly string[]).includes(type),
  );
  const several = types.length > 1;
  return defineResource({
    list: 'documentHeaders.list',
    texts: 'remote-admin:headers',
    page,
    abilities: { create: `${page}:update` },
    columns: (c) => [
      c.text('name', { card: 'title' }),
      c.choice('type', { hidden: !several }),
      c.ref('company'),
      c.text('companyNameTh'),
      c.flag('isDefault'),
      c.flag('hasLogo'),
      c.number('signatureCount', { hidden: true }),
      c.dateTime('updatedAt'),
      c.flag('isActive', { card: 'corner' }),
    ],
    filters: { pageName: { hidden: true }, type: { hidden: true } },
    form: (f) => [
      f.section('use', [
        ...(several ? [f.choice('type', types, { span: 3, only: 'create' })] : []),
        f.record('companyId', 'companies.all', {
          span: 3,
          only: 'create',
          // What documents call the company is mostly what it is called.
          onPick: ({ name, nameTh }) => ({
            companyNameTh: nameTh ?? name,
            companyNameEn: name,
          }),
        }),
        f.text('name', { span: 6 }),
        f.flag('isDefault', { span: 3, help: 'help.isDefault' }),
        f.flag('isActive', { span: 3 }),
      ]),
      f.section('company', [
        f.text('companyNameTh', { span: 6 }),
        f.text('companyNameEn', { span: 6 }),
        f.text('taxId', { span: 2 }),
        f.text('branchCode', { span: 2 }),
        f.text('phone', { span: 2 }),
        f.longText('address', { span: 6 }),
        f.custom('logo', (field) => <LogoField field={field} />, { span: 6, help: 'help.logo' }),
      ]),
      f.section('texts', [
        f.longText('terms', { span: 6, help: 'help.terms' }),
        f.longText('footer', { span: 6, help: 'help.footer' }),
      ]),
      ...(page === 'purchase-header'
        ? [
            f.section('numbering', [
              f.custom('numbering', (field) => <NumberingField field={field} />, {
                span: 6,
                help: 'help.numbering',
              }),
            ]),
          ]
        : []),
      f.lines('signatureBlocks', {
        columns: (l) => [
          l.text('labelTh'),
          l.text('labelEn'),
          l.choice('signer', [...SIGNERS], { width: 150 }),
          l.record('userId', 'users.all', {
            width: 150,
            disabled: (line) => line.signer !== 'person',
          }),
          l.record('roleId', 'roles.all', {
            width: 150,
            disabled: (line) => line.signer !== 'role',
          }),
        ],
        newLine: () => ({ signer: 'blank' as const }),
        max: MAX_SIGNATURES,
      }),
    ],
    nameOf: ({ name }) => name,
  });
};

export const headerResources: Readonly<Record<HeaderPage, ReturnType<typeof headersOf>>> = {
  'contract-header': headersOf('contract-header'),
  'purchase-header': headersOf('purchase-header'),
};
