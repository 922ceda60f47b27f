import { REQUIRED_FILES } from '@boxyard/shared/domain/sales/customers.ts';
import { type Ctx, conflict, settingOf, today } from '../../../kernel/index.ts';
import type { ContractRow } from './type.ts';

type Asking = Pick<ContractRow, 'companyId' | 'customerId' | 'formerNo'>;

const CODES = { person: 'ID_CARD_REQUIRED', juristic: 'COMPANY_CERTIFICATE_REQUIRED' } as const;

/**
 * The missing paper of a contract's customer (setting `contract.customerFilesRequired`), or null. A contract
 * that was taken over has its papers in the former books.
 */
async function missingFile(
  ctx: Ctx,
  { companyId, customerId, formerNo }: Asking,
): Promise<(typeof CODES)[keyof typeof CODES] | null> {
  if (formerNo !== null) return null;
  if (!(await settingOf(ctx, { companyId, key: 'contract.customerFilesRequired' }))) return null;
  const { type } = await ctx.db
    .selectFrom('customers')
    .where('id', '=', customerId)
    .select('type')
    .executeTakeFirstOrThrow();
  const found = await ctx.db
    .selectFrom('customerFiles')
    .where('customerId', '=', customerId)
    .where('kind', '=', REQUIRED_FILES[type])
    .where('removedAt', 'is', null)
    .where(({ eb, or }) =>
      or([eb('expiresOn', 'is', null), eb('expiresOn', '>=', today(ctx.clock))]),
    )
    .select('id')
    .executeTakeFirst();
  return found ? null : CODES[type];
}

/** Whether a contract that is to be submitted waits for its customer's papers. */
export const lacksFiles = async (ctx: Ctx, contract: Asking): Promise<boolean> =>
  (await missingFile(ctx, contract)) !== null;

/** 409 ID_CARD_REQUIRED or COMPANY_CERTIFICATE_REQUIRED. */
export async function expectFiles(ctx: Ctx, contract: Asking): Promise<void> {
  const missing = await missingFile(ctx, contract);
  if (missing !== null) throw conflict(missing);
}
