import { withCheckDigit } from './catalogue.ts';
import type { Office } from './office.ts';
import { COMPANY_A } from './people.ts';
import type { Random } from './random.ts';
import type { Setting } from './setting.ts';
import { placesOf } from './sites.ts';

/** People who take part, by their accounts. */
const CREW = { seller: 'sales-officer', manager: 'sales-manager' } as const;

const COMPANIES = 80;
const PERSONS = 60;

const KINDS = [
  ['โรงพยาบาล', 'Hospital'],
  ['โรงแรม', 'Hotel'],
  ['มหาวิทยาลัย', 'University'],
  ['คอนโดมิเนียม', 'Condominium'],
  ['โรงงาน', 'Factory'],
  ['ฟิตเนส', 'Fitness'],
  ['สำนักงาน', 'Office'],
  ['ศูนย์การค้า', 'Shopping Centre'],
] as const;
const PLACES = [
  ['ลาดพร้าว', 'Lat Phrao'],
  ['รัชดา', 'Ratchada'],
  ['สาทร', 'Sathon'],
  ['บางนา', 'Bang Na'],
  ['พระราม 9', 'Rama 9'],
  ['อารีย์', 'Ari'],
  ['ทองหล่อ', 'Thong Lo'],
  ['ปิ่นเกล้า', 'Pin Klao'],
  ['บางแค', 'Bang Khae'],
  ['ดอนเมือง', 'Don Mueang'],
] as const;
const FIRST_NAMES = ['สมชาย', 'สมหญิง', 'ประเสริฐ', 'วิภา', 'อนงค์', 'กิตติ', 'มานะ', 'ชูใจ', 'ปิติ', 'วีระ'];
const LAST_NAMES = ['ใจดี', 'แสงทอง', 'ศรีสุข', 'รัตนา', 'วงศ์ไทย', 'บุญมี', 'ทองดี', 'แก้วมณี'];

/** Districts of Bangkok and around with a postal code: province, district, sub-district. */
const DISTRICTS = [
  { provinceId: 10, amphoeId: 1001, districtId: 100101, zipcode: '10200' },
  { provinceId: 10, amphoeId: 1004, districtId: 100401, zipcode: '10500' },
  { provinceId: 10, amphoeId: 1007, districtId: 100701, zipcode: '10330' },
] as const;

/** Buyers and lessees: most of the officer, some of the manager; one of them is barred. */
export async function makeCustomers(
  office: Office,
  { setting, random }: { readonly setting: Setting; readonly random: Random },
): Promise<void> {
  const companyId = setting.companies.get(COMPANY_A) ?? '';
  const common = (index: number) => ({
    companyId,
    phone: `02${String(1_000_000 + random.between(0, 8_999_999))}`,
    registeredAddress: {
      line1: `${random.between(1, 999)}/${index + 1} ถนนพหลโยธิน`,
      ...random.pick(DISTRICTS),
    },
    contacts: [{ name: `คุณ${random.pick(FIRST_NAMES)}`, phone: '0812345678', role: 'ฝ่ายอาคาร' }],
    creditTermDays: random.pick([0, 15, 30]),
    hasConsent: !random.chance(0.1),
    source: random.pick(['Website', 'งานแสดงสินค้า', 'ลูกค้าแนะนำ']),
    installAddresses: placesOf(index),
  });
  const sellerOf = () => (random.chance(0.7) ? CREW.seller : CREW.manager);
  let last: { readonly id: string; readonly version: number } | null = null;
  for (let index = 0; index < COMPANIES; index += 1) {
    const [kind, kindEn] = KINDS[index % KINDS.length] ?? KINDS[0];
    const [place, placeEn] = PLACES[Math.floor(index / KINDS.length) % PLACES.length] ?? PLACES[0];
    const made = await office.act(sellerOf(), 'customers.create', {
      body: {
        ...common(index),
        type: 'juristic',
        prefix: 'บริษัท',
        companyName: `${kind}${place} จำกัด`,
        nameEn: `${placeEn} ${kindEn} Co., Ltd.`,
        taxId: withCheckDigit(`01055${String(6_200_000 + index * 37)}`),
        branchCode: '00000',
        email: `office${index + 1}@customer.example`,
      },
    });
    last = made;
  }
  for (let index = 0; index < PERSONS; index += 1) {
    await office.act(sellerOf(), 'customers.create', {
      body: {
        ...common(COMPANIES + index),
        type: 'person',
        prefix: random.pick(['นาย', 'นาง', 'นางสาว']),
        firstName: FIRST_NAMES[index % FIRST_NAMES.length] ?? '',
        lastName: LAST_NAMES[Math.floor(index / FIRST_NAMES.length) % LAST_NAMES.length] ?? '',
        phone: `08${String(10_000_000 + random.between(0, 89_999_999))}`,
      },
    });
  }
  if (!last) throw new Error('the demonstration has no customers');
  await office.act(CREW.manager, 'customers.blacklist', {
    params: { id: last.id },
    body: { version: last.version, isBlacklisted: true, reason: 'ค้างชำระค่าเช่าเกิน 90 วัน' },
  });
}
