import type { Office } from './office.ts';
import { ADMIN } from './people.ts';

/**
 * Where the two companies work: six regions over real provinces. The north-east beyond its big towns,
 * the west and the deep south are nobody's yet, and neither are Bangkok's outer districts.
 */
const REGIONS = [
  ['BKK', 'Bangkok and vicinity', 'กรุงเทพฯ และปริมณฑล'],
  ['CEN', 'Central', 'ภาคกลาง'],
  ['NOR', 'North', 'ภาคเหนือ'],
  ['NE', 'Northeast', 'ภาคตะวันออกเฉียงเหนือ'],
  ['EST', 'East', 'ภาคตะวันออก'],
  ['STH', 'South', 'ภาคใต้'],
] as const;

interface ZoneSeed {
  readonly region: (typeof REGIONS)[number][0];
  readonly code: string;
  readonly name: string;
  readonly nameTh: string;
  /** Official numbers of provinces, all their districts. */
  readonly provinces?: readonly number[];
  /** Official numbers of districts. */
  readonly amphoes?: readonly number[];
}

const zone = (
  [region, code]: readonly [ZoneSeed['region'], string],
  names: readonly [string, string],
  cover: Pick<ZoneSeed, 'provinces' | 'amphoes'>,
): ZoneSeed => ({ region, code, name: names[0], nameTh: names[1], ...cover });

const ZONES: readonly ZoneSeed[] = [
  zone(['BKK', 'BKK-IN'], ['Inner Bangkok', 'กรุงเทพฯ ชั้นใน'], {
    amphoes: [
      1001, 1002, 1004, 1007, 1008, 1012, 1013, 1014, 1017, 1026, 1028, 1031, 1033, 1037, 1039,
    ],
  }),
  zone(['BKK', 'BKK-TH'], ['Thonburi side', 'กรุงเทพฯ ฝั่งธนบุรี'], {
    amphoes: [
      1015, 1016, 1018, 1019, 1020, 1021, 1022, 1023, 1024, 1025, 1035, 1040, 1048, 1049, 1050,
    ],
  }),
  zone(['BKK', 'BKK-NB'], ['Nonthaburi and Pathum Thani', 'นนทบุรีและปทุมธานี'], {
    provinces: [12, 13],
  }),
  zone(['BKK', 'BKK-SM'], ['Samut Prakan and Samut Sakhon', 'สมุทรปราการและสมุทรสาคร'], {
    provinces: [11, 74],
  }),
  zone(['CEN', 'CEN-AY'], ['Ayutthaya and Saraburi', 'อยุธยาและสระบุรี'], {
    provinces: [14, 15, 16, 19],
  }),
  zone(['CEN', 'CEN-NP'], ['Nakhon Pathom and Suphan Buri', 'นครปฐมและสุพรรณบุรี'], {
    provinces: [72, 73],
  }),
  zone(['NOR', 'NOR-CM'], ['Chiang Mai and Lamphun', 'เชียงใหม่และลำพูน'], { provinces: [50, 51] }),
  zone(['NOR', 'NOR-CR'], ['Chiang Rai and Phayao', 'เชียงรายและพะเยา'], { provinces: [56, 57] }),
  zone(['NOR', 'NOR-PL'], ['Phitsanulok and Nakhon Sawan', 'พิษณุโลกและนครสวรรค์'], {
    provinces: [60, 65],
  }),
  zone(['NE', 'NE-KK'], ['Khon Kaen and Maha Sarakham', 'ขอนแก่นและมหาสารคาม'], {
    provinces: [40, 44],
  }),
  zone(['NE', 'NE-NR'], ['Nakhon Ratchasima', 'นครราชสีมา'], { provinces: [30] }),
  zone(['NE', 'NE-UD'], ['Udon Thani and Nong Khai', 'อุดรธานีและหนองคาย'], { provinces: [41, 43] }),
  zone(['EST', 'EST-CB'], ['Chon Buri and Rayong', 'ชลบุรีและระยอง'], { provinces: [20, 21, 24] }),
  zone(['STH', 'STH-PK'], ['Phuket and Phangnga', 'ภูเก็ตและพังงา'], { provinces: [82, 83] }),
  zone(['STH', 'STH-HY'], ['Hat Yai', 'หาดใหญ่'], { amphoes: [9001, 9011, 9016] }),
];

/** Regions and zones by the services; the zones' ids by code. */
export async function buildTerritories(office: Office): Promise<ReadonlyMap<string, string>> {
  const admin = ADMIN.account;
  const regions = new Map<string, string>();
  for (const [code, name, nameTh] of REGIONS) {
    const { id } = await office.act(admin, 'regions.create', { body: { code, name, nameTh } });
    regions.set(code, id);
  }
  const zones = new Map<string, string>();
  for (const { region, provinces = [], amphoes = [], ...names } of ZONES) {
    const { id } = await office.act(admin, 'zones.create', {
      body: {
        ...names,
        regionId: regions.get(region),
        amphoeIds: [...amphoes],
        provinceIds: [...provinces],
      },
    });
    zones.set(names.code, id);
  }
  return zones;
}

interface Teams {
  readonly bangkokSales: string;
  readonly bangkokService: string;
  readonly northernService: string;
}

/** Who looks after the zones of a region; the others are still to be given to somebody. */
const lookedAfter = (teams: Teams): Partial<Record<ZoneSeed['region'], object>> => ({
  BKK: { saleTeamId: teams.bangkokSales, engineerTeamId: teams.bangkokService },
  NOR: { engineerTeamId: teams.northernService },
});

/** Gives zones to teams, which are made after the people who are in them. */
export async function giveZones(
  office: Office,
  zones: ReadonlyMap<string, string>,
  teams: Teams,
): Promise<void> {
  const admin = ADMIN.account;
  for (const { region, code } of ZONES) {
    const given = lookedAfter(teams)[region];
    const id = zones.get(code);
    if (given === undefined || id === undefined) continue;
    const { version, name, nameTh, amphoeIds } = await office.act(admin, 'zones.get', {
      params: { id },
    });
    const body = { version, code, name, nameTh, amphoeIds, isActive: true, ...given };
    await office.act(admin, 'zones.update', { params: { id }, body });
  }
}
