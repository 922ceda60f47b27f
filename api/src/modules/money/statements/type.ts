import { bankLineMachine } from '@boxyard/shared/domain/money/bankLineMachine.ts';
import { type Selectable, sql } from 'kysely';
import type { BankStatementTables } from '../../../db/schema/bankStatements.ts';
import { type Ctx, type ScopeColumns, whereInScope } from '../../../kernel/index.ts';
import type { DocumentRow, DocumentType } from '../../../workflow/index.ts';

export type LineRow = Selectable<BankStatementTables['bankLines']> &
  DocumentRow & { readonly fileName: string };

/**
 * A statement tells of everybody who pays: whoever sees the documents of a company sees it whole, a
 * salesperson only what they brought in themselves.
 */
export const LINE_SCOPE: ScopeColumns = { company: 'l.companyId', owner: ['l.createdBy'] };
export const STATEMENT_SCOPE: ScopeColumns = { company: 's.companyId', owner: ['s.createdBy'] };

export const lineSource = (ctx: Ctx) =>
  whereInScope(ctx.db.selectFrom('bankLines as l'), ctx.actor, LINE_SCOPE);

/** Columns of a line as its actions and its list read them. */
export const withFile = (query: ReturnType<typeof lineSource>) =>
  query
    .innerJoin('bankStatements as st', 'st.id', 'l.statementId')
    .selectAll('l')
    .select(['st.fileName', sql<string | null>`null`.as('documentNo')]);

/** Page that shows a line. */
export const linePath = (id: string): string =>
  `/sales-management/payment-data?tab=bank-lines&record=${id}`;

/** A line as the runner of actions knows it: it has no number. */
export const lineDocument: DocumentType<LineRow, 'bankLines'> = {
  machine: bankLineMachine,
  subject: 'bankLines',
  table: 'bankLines',
  docType: '',
  label: { en: 'Bank line', th: 'รายการเดินบัญชี' },
  path: ({ id }) => linePath(id),
  load: async (ctx, id, { lock }) => {
    const query = withFile(ctx.db.selectFrom('bankLines as l')).where('l.id', '=', id);
    return (lock ? query.forUpdate('l') : query).executeTakeFirst();
  },
  scope: ({ companyId, createdBy }) => ({ companyId, ownerIds: [createdBy] }),
};
