import { bangkokDate } from '@boxyard/shared/domain';
import { addMonths } from '@boxyard/shared/domain/sales/warranties.ts';
import type { Office } from './office.ts';

const CREW = { clerk: 'accounting-officer', manager: 'accounting-manager' } as const;

/** Months whose VAT was declared; the last one waits for somebody to close it. */
export async function closeMonths(office: Office): Promise<void> {
  const [company] = await office.rows<{ readonly id: string }>(CREW.clerk, 'companies.all');
  if (!company) return;
  const today = bangkokDate(office.clock.now());
  for (const months of [3, 2]) {
    await office.act(CREW.manager, 'taxPeriods.close', {
      body: {
        companyId: company.id,
        period: addMonths(`${today.slice(0, 7)}-01`, -months).slice(0, 7),
      },
    });
  }
}
