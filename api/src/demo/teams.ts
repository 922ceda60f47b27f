import { addDays } from '@boxyard/shared/domain';
import type { Office } from './office.ts';

/** Who works with whom in the first company: accounts, the leader first. */
const TEAMS = [
  {
    key: 'bangkokSales',
    type: 'sales',
    name: 'Bangkok sales',
    nameTh: 'กลุ่มขายกรุงเทพฯ',
    people: ['sales-manager', 'sales-officer'],
  },
  {
    key: 'keyAccounts',
    type: 'sales',
    name: 'Key accounts',
    nameTh: 'กลุ่มลูกค้ารายใหญ่',
    people: ['company-admin', 'accounting-officer'],
  },
  {
    key: 'bangkokService',
    type: 'engineer',
    name: 'Bangkok service',
    nameTh: 'ทีมบริการกรุงเทพฯ',
    people: ['engineer-manager', 'technician', 'warehouse-staff.2', 'technician.2'],
  },
  {
    key: 'northernService',
    type: 'engineer',
    name: 'Northern service',
    nameTh: 'ทีมบริการภาคเหนือ',
    people: ['warehouse-manager.north', 'warehouse-staff'],
  },
] as const;

type Teams = Readonly<Record<(typeof TEAMS)[number]['key'], string>>;

/** The company's administrator makes the teams and puts people into them. */
export async function buildTeams(office: Office, companyId: string): Promise<Teams> {
  const made: [string, string][] = [];
  for (const { key, people, ...names } of TEAMS) {
    const { id } = await office.act('company-admin', 'teams.create', {
      body: { ...names, companyId },
    });
    const [leader, ...members] = people;
    const assign = (accounts: readonly string[], position: string) =>
      office.act('company-admin', 'teams.assignUser', {
        params: { id },
        body: { userIds: accounts.map((account) => office.idOf(account)), position },
      });
    await assign([leader], 'leader');
    await assign(members, 'member');
    for (const account of people) await office.refresh(account);
    made.push([key, id]);
  }
  return Object.fromEntries(made) as Teams;
}

/** In the end somebody is asked for elsewhere; their open work is still to be handed over. */
export async function askForMove(
  office: Office,
  { teams, until }: { readonly teams: Teams; readonly until: string },
): Promise<void> {
  await office.act('engineer-manager', 'teamMoves.create', {
    body: {
      userId: office.idOf('technician'),
      toTeamId: teams.northernService,
      position: 'deputy',
      effectiveDate: addDays(until, 7),
      reason: 'เครื่องในภาคเหนือเพิ่มขึ้น ต้องมีช่างประจำที่เชียงใหม่',
    },
  });
}
