import { registerContract } from '@boxyard/shared/client';
import { contractClausesArea } from '@boxyard/shared/contract/areas/contractClauses.ts';
import { CLAUSE_TYPES } from '@boxyard/shared/domain/sales/contractClauses.ts';
import { type CustomFieldProps, defineResource } from '@boxyard/shared/kit';
import { useT } from '@boxyard/shared/runtime';
import { Input } from '@boxyard/shared/ui';
import { ClausePreview } from './ClausePreview.tsx';

registerContract(contractClausesArea);

/** Clauses of contracts, which a contract keeps as they were when it was submitted (docs/adr/0064). */
export const clauses = defineResource({
  list: 'contractClauses.list',
  texts: 'remote-admin:clauses',
  page: 'contract-header',
  abilities: {
    create: 'contract-header:update',
    update: 'contract-header:update',
    delete: 'contract-header:update',
  },
  columns: (c) => [
    c.text('name', { card: 'title' }),
    c.custom('type', { render: ({ type }) => <Type of={type} /> }),
    c.ref('company'),
    c.number('revisionNo'),
    c.date('effectiveFrom'),
    c.flag('isActive', { hidden: true }),
  ],
  form: (f) => [
    f.section('general', [
      f.record('companyId', 'companies.all', { span: 3, only: 'create', habit: true }),
      f.text('name', { span: 3 }),
      f.choice('type', CLAUSE_TYPES, { span: 3, help: 'help.type' }),
      f.date('effectiveFrom', { span: 3, help: 'help.effectiveFrom' }),
    ]),
    f.section('texts', [
      f.longText('textTh', { span: 6, help: 'help.textTh' }),
      f.custom('textEn', (props) => <LastText {...props} />, { span: 6 }),
    ]),
  ],
});

function Type({ of }: { readonly of: (typeof CLAUSE_TYPES)[number] | null }) {
  const t = useT('remote-admin');
  return t(of === null ? 'clauses.allTypes' : `clauses.choice.type.${of}`);
}

/** The last of the texts, with what both of them come to. */
function LastText({ id, value, onChange, onBlur, disabled, errors, values }: CustomFieldProps) {
  return (
    <>
      <Input.TextArea
        id={id}
        value={typeof value === 'string' ? value : ''}
        autoSize={{ minRows: 3, maxRows: 12 }}
        disabled={disabled}
        aria-invalid={errors[id] !== undefined}
        onBlur={onBlur}
        onChange={(event) => onChange(event.target.value)}
      />
      <ClausePreview values={values} />
    </>
  );
}
