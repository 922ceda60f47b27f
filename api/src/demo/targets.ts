import { bangkokDate } from '@boxyard/shared/domain';
import type { Office } from './office.ts';
import { ADMIN, COMPANY_A } from './people.ts';
import type { Setting } from './setting.ts';

/** THB a month, of whoever sells. */
const TARGETS = { 'sales-officer': '400000.00', 'sales-manager': '150000.00' } as const;
const COMMISSION = '2.50';

/** Sales targets and commission, from the first month of the story on. */
export async function setTargets(office: Office, setting: Setting): Promise<void> {
  const id = setting.companies.get(COMPANY_A) ?? '';
  const today = bangkokDate(office.clock.now());
  await office.act(ADMIN.account, 'settings.set', {
    params: { id, key: 'sales.commissionPercent' },
    body: { value: COMMISSION, effectiveFrom: today },
  });
  for (const [account, value] of Object.entries(TARGETS)) {
    await office.act(ADMIN.account, 'settings.set', {
      params: { id, key: 'sales.target' },
      body: { value, effectiveFrom: `${today.slice(0, 7)}-01`, userId: office.idOf(account) },
    });
  }
}
