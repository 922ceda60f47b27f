import * as z from 'zod/mini';
import { CLAUSE_TYPES, MAX_CLAUSES } from '../../domain/sales/contractClauses.ts';
import * as field from '../../domain/values/fields.ts';
import { active, historyEntry, nothing, recordFields, ref, userRef } from '../common.ts';
import { ability, list, mutation, one } from '../endpoint.ts';

/** Clauses of contracts, as templates of a company in revisions (docs/adr/0064). */
const PATH = '/contract_clauses';
const may = ability('contract-header:update');
const touches = ['contractClauses'];

const row = z.object({
  ...recordFields,
  company: ref(),
  name: z.string(),
  /** null: kinds of contracts without clauses of their own. */
  type: z.nullable(z.enum(CLAUSE_TYPES)),
  isActive: z.boolean(),
  /** The latest one, whether it counts already or later. */
  revisionNo: z.int(),
  effectiveFrom: field.date(),
});

const detail = z.extend(row, {
  textTh: z.string(),
  textEn: z.string(),
  revisions: z.array(
    z.object({
      revisionNo: z.int(),
      effectiveFrom: field.date(),
      textTh: z.string(),
      textEn: z.string(),
      createdAt: field.instant(),
      by: z.nullable(userRef()),
      /** Contracts that keep it. */
      contracts: z.int(),
    }),
  ),
  history: z.array(historyEntry),
});
export type ContractClausesDetail = z.infer<typeof detail>;

const body = {
  name: field.requiredText(120),
  type: field.nullish(field.oneOf(CLAUSE_TYPES)),
  /** From which day of a contract on; another text or day is the next revision. */
  effectiveFrom: field.date(),
  textTh: field.requiredText(MAX_CLAUSES),
  textEn: field.requiredText(MAX_CLAUSES),
};

export const contractClausesArea = {
  'contractClauses.list': list({
    path: PATH,
    access: ability('contract-header:view'),
    summary: 'Clauses of contracts',
    list: {
      filters: {
        companyId: { kind: 'id', lookup: 'companies.all' },
        isActive: { kind: 'flag' },
      },
      sorts: ['name'],
      defaultSort: 'name',
    },
    row,
  }),
  'contractClauses.get': one({
    path: `${PATH}/:id`,
    access: ability('contract-header:view'),
    summary: 'Clauses with all of their revisions',
    data: detail,
  }),
  'contractClauses.create': mutation({
    method: 'POST',
    path: PATH,
    access: may,
    status: 201,
    summary: 'Adds clauses for contracts of a company',
    body: z.object({ companyId: field.id(), ...body }),
    data: detail,
    lookups: ['companies.all'],
    touches,
  }),
  'contractClauses.update': mutation({
    method: 'PATCH',
    path: `${PATH}/:id`,
    access: may,
    summary: 'Changes clauses; contracts that were submitted keep theirs',
    body: z.object({ version: field.version(), ...body, ...active }),
    data: detail,
    touches,
  }),
  'contractClauses.delete': mutation({
    method: 'DELETE',
    path: `${PATH}/:id`,
    access: may,
    summary: 'Deletes clauses that no contract keeps',
    data: nothing(),
    touches,
  }),
} as const;
