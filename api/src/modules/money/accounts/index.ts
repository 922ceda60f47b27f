import type { BodyOut } from '@boxyard/shared/contract';
import { BANKS, type BankCode } from '@boxyard/shared/domain/money/bankAccounts.ts';
import bankAccountsEn from '@boxyard/shared/domain/texts/families/bankAccounts.en.json' with {
  type: 'json',
};
import bankAccountsTh from '@boxyard/shared/domain/texts/families/bankAccounts.th.json' with {
  type: 'json',
};
import { sql } from 'kysely';
import {
  bothLanguages,
  type Contract,
  type Ctx,
  defineList,
  expectVersion,
  type Family,
  type FieldFault,
  type HandlersOf,
  inScope,
  notFound,
  refuseFaults,
  type ScopeColumns,
  whereInScope,
} from '../../../kernel/index.ts';
import { loadRefs } from '../../../workflow/index.ts';
import { companyFaults, defineMaster } from '../../masterData/index.ts';

/** Bank accounts of the companies: where customers pay to. */
const accounts = defineMaster({ table: 'bankAccounts', subject: 'bankAccounts' });

const ACCOUNT_SCOPE: ScopeColumns = { company: 'b.companyId' };

const source = (ctx: Ctx) =>
  whereInScope(ctx.db.selectFrom('bankAccounts as b'), ctx.actor, ACCOUNT_SCOPE);

const COLUMNS = [
  'b.id',
  'b.version',
  'b.createdAt',
  'b.updatedAt',
  'b.companyId',
  'b.bank',
  'b.branch',
  'b.accountNo',
  'b.accountName',
  'b.accountNameEn',
  'b.promptPayId',
  'b.billerId',
  'b.isDefault',
  'b.isActive',
] as const;

type Row = Awaited<ReturnType<typeof rowsOf>>[number];
const rowsOf = (ctx: Ctx, id: string) =>
  source(ctx).where('b.id', '=', id).select(COLUMNS).execute();

async function shown(ctx: Ctx, rows: readonly Row[]) {
  const refs = await loadRefs(ctx, { company: rows.map(({ companyId }) => companyId) });
  return rows.map(({ companyId, ...row }) => ({ ...row, company: refs.ref(companyId) }));
}

async function accountById(ctx: Ctx, id: string) {
  const [row] = await shown(ctx, await rowsOf(ctx, id));
  if (!row) throw notFound();
  return row;
}

/** The words of the family, which its page and its export share (ADR 0087). */
const ACCOUNT_WORDS = bothLanguages({ en: bankAccountsEn, th: bankAccountsTh });

const accountList = defineList('bankAccounts.list', {
  id: 'b.id',
  from: source,
  select: (query) => query.select(COLUMNS),
  map: (rows, ctx) => shown(ctx, rows),
  sorts: { accountNo: 'b.account_no', bank: 'b.bank' },
  filters: { isActive: 'b.is_active', companyId: 'b.company_id' },
  export: {
    fileName: 'bank-accounts',
    columns: {
      bank: {
        title: ACCOUNT_WORDS.field.bank,
        type: 'status',
        labels: ACCOUNT_WORDS.choice.bank,
      },
      branch: { title: ACCOUNT_WORDS.field.branch, type: 'text' },
      accountNo: { title: ACCOUNT_WORDS.field.accountNo, type: 'text' },
      accountName: { title: ACCOUNT_WORDS.field.accountName, type: 'text' },
      accountNameEn: { title: ACCOUNT_WORDS.field.accountNameEn, type: 'text' },
      company: { title: ACCOUNT_WORDS.field.company, type: 'text' },
      promptPayId: { title: ACCOUNT_WORDS.field.promptPayId, type: 'text' },
      billerId: { title: ACCOUNT_WORDS.field.billerId, type: 'text' },
      isDefault: { title: ACCOUNT_WORDS.field.isDefault, type: 'text' },
      isActive: { title: ACCOUNT_WORDS.field.isActive, type: 'text' },
    },
  },
  search: 'b.search_text',
});

const accountChoices = defineList('bankAccounts.master', {
  id: 'b.id',
  from: source,
  offered: 'b.is_active',
  select: (query) =>
    query.select(['b.id', 'b.bank', 'b.accountNo', 'b.accountName', 'b.accountNameEn']),
  map: (rows, ctx) =>
    rows.map(({ bank, accountNo, accountName, accountNameEn, id }) => ({
      id,
      code: accountNo,
      name: `${BANKS[bank][ctx.locale]} · ${
        ctx.locale === 'th' ? accountName : (accountNameEn ?? accountName)
      }`,
    })),
  sorts: { accountNo: 'b.account_no' },
  filters: { companyId: 'b.company_id' },
  search: 'b.search_text',
});

/**
 * An account belongs to one company: what a bank reports of it is that company's money (ADR 0072). Who
 * enters the same number at the same moment waits.
 */
async function ownerFaults(
  ctx: Ctx,
  { companyId, bank, accountNo }: { companyId: string; bank: BankCode; accountNo: string },
): Promise<FieldFault[]> {
  await sql`select pg_advisory_xact_lock(hashtext(${`${bank} ${accountNo}`}))`.execute(ctx.db);
  const other = await ctx.db
    .selectFrom('bankAccounts')
    .where('bank', '=', bank)
    .where('accountNo', '=', accountNo)
    .where('companyId', '!=', companyId)
    .select('id')
    .executeTakeFirst();
  return other ? [{ field: 'accountNo', code: 'ACCOUNT_OF_OTHER_COMPANY' }] : [];
}

type Body = Omit<BodyOut<Contract['bankAccounts.create']>, 'companyId'>;

const valuesOf = (body: Body) => ({
  bank: body.bank,
  branch: body.branch || null,
  accountNo: body.accountNo,
  accountName: body.accountName,
  accountNameEn: body.accountNameEn || null,
  promptPayId: body.promptPayId ?? null,
  billerId: body.billerId ?? null,
  isDefault: body.isDefault,
});

/** One account of a company is printed where an invoice names none. */
const giveUpDefault = (ctx: Ctx, companyId: string, except: string | null) =>
  ctx.db
    .updateTable('bankAccounts')
    .set({ isDefault: false })
    .where('companyId', '=', companyId)
    .where('isDefault', '=', true)
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .execute();

/** Locks an account for a change; 404 where this person does not see it. */
async function lockedAccount(ctx: Ctx, id: string) {
  const row = await accounts.lock(ctx, id);
  if (!inScope(ctx.actor, { companyId: row.companyId })) throw notFound();
  return row;
}

export const bankAccountHandlers: HandlersOf<Family<'bankAccounts'>> = {
  'bankAccounts.list': accountList.run,
  'bankAccounts.master': accountChoices.run,

  'bankAccounts.create': async (ctx, { body }) => {
    const { companyId, ...rest } = body;
    refuseFaults(await companyFaults(ctx, companyId));
    refuseFaults(await ownerFaults(ctx, { companyId, ...rest }));
    if (rest.isDefault) await giveUpDefault(ctx, companyId, null);
    const id = await accounts.insert(ctx, { values: { companyId, ...valuesOf(rest) } });
    return { data: await accountById(ctx, id) };
  },

  'bankAccounts.update': async (ctx, { params, body }) => {
    const before = await lockedAccount(ctx, params.id);
    const faults: FieldFault[] =
      body.isDefault && !body.isActive ? [{ field: 'isDefault', code: 'DEFAULT_ACTIVE' }] : [];
    const isMoved = body.bank !== before.bank || body.accountNo !== before.accountNo;
    if (isMoved) faults.push(...(await ownerFaults(ctx, { ...body, companyId: before.companyId })));
    refuseFaults(faults);
    expectVersion(before, body.version);
    if (body.isDefault) await giveUpDefault(ctx, before.companyId, before.id);
    await accounts.update(ctx, before, { values: { ...valuesOf(body), isActive: body.isActive } });
    return { data: await accountById(ctx, before.id) };
  },

  'bankAccounts.delete': async (ctx, { params }) =>
    accounts.remove(ctx, await lockedAccount(ctx, params.id)),
};

/** Unique constraints a person can meet. */
export const bankAccountConstraints = {
  bank_accounts_number_uq: 'accountNo',
  bank_accounts_default_uq: 'isDefault',
} as const;
