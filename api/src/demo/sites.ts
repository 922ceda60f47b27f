/** Districts where customers have buildings, from the north to the south, with their official numbers. */
const DISTRICTS = [
  {
    area: 'แขวงพระบรมมหาราชวัง เขตพระนคร กรุงเทพมหานคร',
    street: 'ถนนมหาราช',
    codes: { provinceId: 10, amphoeId: 1001, districtId: 100101, zipcode: '10200' },
    at: [13.7516, 100.4914],
  },
  {
    area: 'ตำบลสุเทพ อำเภอเมืองเชียงใหม่ จังหวัดเชียงใหม่',
    street: 'ถนนนิมมานเหมินท์',
    codes: { provinceId: 50, amphoeId: 5001, districtId: 500108, zipcode: '50200' },
    at: [18.7961, 98.9668],
  },
  {
    area: 'ตำบลบางแก้ว อำเภอบางพลี จังหวัดสมุทรปราการ',
    street: 'ถนนบางนา-ตราด กม. 9',
    codes: { provinceId: 11, amphoeId: 1103, districtId: 110302, zipcode: '10540' },
    at: [13.6339, 100.6734],
  },
  {
    area: 'ตำบลบ้านสวน อำเภอเมืองชลบุรี จังหวัดชลบุรี',
    street: 'ถนนสุขุมวิท',
    codes: { provinceId: 20, amphoeId: 2001, districtId: 200105, zipcode: '20000' },
    at: [13.3587, 100.9852],
  },
  {
    area: 'แขวงสีลม เขตบางรัก กรุงเทพมหานคร',
    street: 'ถนนสีลม',
    codes: { provinceId: 10, amphoeId: 1004, districtId: 100402, zipcode: '10500' },
    at: [13.7273, 100.529],
  },
  {
    area: 'ตำบลหาดใหญ่ อำเภอหาดใหญ่ จังหวัดสงขลา',
    street: 'ถนนนิพัทธ์อุทิศ 3',
    codes: { provinceId: 90, amphoeId: 9011, districtId: 901101, zipcode: '90110' },
    at: [7.0061, 100.4743],
  },
  {
    area: 'ตำบลคลองหนึ่ง อำเภอคลองหลวง จังหวัดปทุมธานี',
    street: 'ถนนพหลโยธิน กม. 41',
    codes: { provinceId: 13, amphoeId: 1302, districtId: 130201, zipcode: '12120' },
    at: [14.0722, 100.6154],
  },
  {
    area: 'แขวงปทุมวัน เขตปทุมวัน กรุงเทพมหานคร',
    street: 'ถนนพระรามที่ 1',
    codes: { provinceId: 10, amphoeId: 1007, districtId: 100703, zipcode: '10330' },
    at: [13.7462, 100.5347],
  },
  {
    area: 'ตำบลหมากแข้ง อำเภอเมืองอุดรธานี จังหวัดอุดรธานี',
    street: 'ถนนประจักษ์ศิลปาคม',
    codes: { provinceId: 41, amphoeId: 4101, districtId: 410101, zipcode: '41000' },
    at: [17.4075, 102.7989],
  },
  {
    area: 'ตำบลตลาดใหญ่ อำเภอเมืองภูเก็ต จังหวัดภูเก็ต',
    street: 'ถนนถลาง',
    codes: { provinceId: 83, amphoeId: 8301, districtId: 830101, zipcode: '83000' },
    at: [7.8856, 98.3902],
  },
  {
    area: 'ตำบลท่าประดู่ อำเภอเมืองระยอง จังหวัดระยอง',
    street: 'ถนนตากสินมหาราช',
    codes: { provinceId: 21, amphoeId: 2101, districtId: 210101, zipcode: '21000' },
    at: [12.6814, 101.2786],
  },
  {
    area: 'แขวงห้วยขวาง เขตห้วยขวาง กรุงเทพมหานคร',
    street: 'ถนนรัชดาภิเษก',
    codes: { provinceId: 10, amphoeId: 1017, districtId: 101701, zipcode: '10310' },
    at: [13.7786, 100.5738],
  },
  {
    area: 'ตำบลในเมือง อำเภอเมืองพิษณุโลก จังหวัดพิษณุโลก',
    street: 'ถนนบรมไตรโลกนาถ',
    codes: { provinceId: 65, amphoeId: 6501, districtId: 650101, zipcode: '65000' },
    at: [16.8211, 100.2659],
  },
] as const;

const ROOMS = ['ล็อบบี้อาคารสำนักงาน', 'โรงอาหารพนักงาน', 'หน้าลานจอดรถ'] as const;
const CONTACTS = ['คุณสุดารัตน์', 'คุณธนพล', 'คุณกมลชนก', 'คุณเอกชัย', 'คุณพรทิพย์'] as const;
/** Buildings of a district stand within a kilometre or so. */
const APART = 0.0009;

const pick = <T>(list: readonly [T, ...T[]] | readonly T[], index: number): T =>
  list[index % list.length] as T;

/** A customer's place for a container, by number; each further container stands at another place. */
function buildingOf(customer: number, turn: number) {
  const index = customer + turn * 5;
  const district = pick(DISTRICTS, index);
  const offset = (salt: number) => (((index * salt) % 21) - 10) * APART;
  return {
    name: pick(ROOMS, customer + turn),
    line1: `${11 + customer}/${turn + 1} ${district.street}`,
    contactName: pick(CONTACTS, customer + turn),
    contactPhone: `0812${String(300_000 + customer * 7 + turn).padStart(6, '0')}`,
    lat: Number((district.at[0] + offset(13)).toFixed(5)),
    lng: Number((district.at[1] + offset(17)).toFixed(5)),
    ...district,
  };
}

/** Places for containers of the customer of a number; every other one has two. */
export const placesOf = (customer: number) =>
  Array.from({ length: 1 + (customer % 2) }, (_, turn) => {
    const { name, line1, codes, contactName, contactPhone } = buildingOf(customer, turn);
    return { name, address: { line1, ...codes }, contactName, contactPhone };
  });

/** The site of a contract with a customer, by the customer's code; each of its contracts takes the next place. */
export function siteOf(code: string, turn = 0) {
  const customer = Number(/\d+$/.exec(code)?.[0] ?? 1) - 1;
  const { line1, area, codes, lat, lng, contactName, contactPhone } = buildingOf(
    customer,
    turn % (1 + (customer % 2)),
  );
  const address = `${line1} ${area} ${codes.zipcode}`;
  return { address, place: { line1, ...codes }, lat, lng, contactName, contactPhone };
}
