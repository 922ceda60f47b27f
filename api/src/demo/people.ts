/**
 * Who works in the demonstration: one account for each seeded role, and the second company's own
 * people, so that scope has somebody to be tested with. Addresses end in `@demo.test`.
 */
export interface PersonSeed {
  /** Part of the address before `@demo.test`. */
  readonly account: string;
  readonly role: string;
  readonly firstName: string;
  readonly lastName: string;
  /** Codes of companies; empty only where the role sees every company. */
  readonly companies: readonly string[];
  /** Codes of warehouses; empty: all of the companies. */
  readonly warehouses?: readonly string[];
  /** Codes of zones: where somebody sells or repairs. */
  readonly zones?: readonly string[];
}

export const COMPANY_A = 'BXY';
export const COMPANY_B = 'EVS';

const person = (
  [account, role]: readonly [string, string],
  name: readonly [string, string],
  more: Pick<PersonSeed, 'companies' | 'warehouses' | 'zones'>,
): PersonSeed => ({
  account,
  role,
  firstName: name[0],
  lastName: name[1],
  ...more,
});

const inA = { companies: [COMPANY_A] };
const inB = { companies: [COMPANY_B] };

export const PEOPLE: readonly PersonSeed[] = [
  person(['company-admin', 'company-admin'], ['Anong', 'Srisuk'], inA),
  person(['warehouse-staff', 'warehouse-staff'], ['Somchai', 'Jaidee'], inA),
  person(['warehouse-manager', 'warehouse-manager'], ['Prasit', 'Wongsa'], {
    ...inA,
    warehouses: ['CENTRAL', 'VAN-01', 'VAN-02'],
  }),
  person(['purchasing-officer', 'purchasing-officer'], ['Kanya', 'Rattana'], inA),
  person(['purchasing-manager', 'purchasing-manager'], ['Wichai', 'Thongdee'], inA),
  person(['sales-officer', 'sales-officer'], ['Nattaya', 'Boonmee'], {
    ...inA,
    zones: ['BKK-IN', 'BKK-TH'],
  }),
  person(['sales-manager', 'sales-manager'], ['Thanawat', 'Kongkaew'], {
    ...inA,
    zones: ['BKK-IN', 'BKK-TH', 'BKK-NB', 'BKK-SM', 'NOR-CM'],
  }),
  person(['accounting-officer', 'accounting-officer'], ['Pimchanok', 'Saelim'], inA),
  person(['accounting-manager', 'accounting-manager'], ['Suda', 'Charoen'], inA),
  person(['technician', 'technician'], ['Ekkachai', 'Phromma'], {
    ...inA,
    warehouses: ['CENTRAL', 'NORTH', 'VAN-01'],
    zones: ['BKK-IN', 'BKK-NB'],
  }),
  person(['engineer-manager', 'engineer-manager'], ['Anan', 'Suksawat'], {
    ...inA,
    zones: ['BKK-IN', 'BKK-TH', 'BKK-NB'],
  }),
  person(['auditor', 'auditor'], ['Malee', 'Tangjai'], { companies: [COMPANY_A, COMPANY_B] }),
  person(['warehouse-manager.north', 'warehouse-manager'], ['Duangjai', 'Inta'], {
    ...inA,
    warehouses: ['NORTH'],
  }),
  person(['warehouse-staff.2', 'warehouse-staff'], ['Boonsong', 'Kaewmanee'], inA),
  person(['technician.east', 'technician'], ['Arthit', 'Chomchuen'], { ...inB, zones: ['EST-CB'] }),
  person(['purchasing-manager.east', 'purchasing-manager'], ['Ratchanee', 'Phuwadol'], inB),
  person(['purchasing-officer.east', 'purchasing-officer'], ['Jirawat', 'Noinoi'], inB),
  person(['warehouse-staff.east', 'warehouse-staff'], ['Somsak', 'Yodrak'], inB),
  person(['warehouse-staff.2.east', 'warehouse-staff'], ['Wanida', 'Kraisorn'], inB),
  person(['warehouse-manager.east', 'warehouse-manager'], ['Pornthip', 'Sawasdee'], inB),
  person(['warehouse-manager.2.east', 'warehouse-manager'], ['Thawatchai', 'Meesuk'], inB),
  // A second one in every warehouse: nobody decides on what they made.
  person(['warehouse-manager.2', 'warehouse-manager'], ['Siriporn', 'Chaiyo'], inA),
  person(['technician.2', 'technician'], ['Narong', 'Yimyai'], {
    ...inA,
    warehouses: ['CENTRAL', 'NORTH', 'VAN-02'],
    zones: ['BKK-IN', 'BKK-TH'],
  }),
];

export const ADMIN = { account: 'system-admin', firstName: 'Araya', lastName: 'Suwan' } as const;
export const address = (account: string) => `${account}@demo.test`;
