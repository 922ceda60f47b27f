import type { Cabinet } from './modelPicture.ts';

/** What kinds of containers the business builds. */
export const TYPES = [
  { code: 'DRINK', name: 'Drinks', nameTh: 'ตู้เครื่องดื่ม' },
  { code: 'SNACK', name: 'Snacks', nameTh: 'ตู้ขนม' },
] as const;

const model = (
  [code, prefix, type]: readonly [string, string, 'DRINK' | 'SNACK'],
  [name, nameTh]: readonly [string, string],
  price: string,
) => ({ code, prefix, type, name, nameTh, price });

export const MODELS = [
  model(['VD200', 'VDA', 'DRINK'], ['Drinks 200', 'ตู้เครื่องดื่ม 200'], '128000.00'),
  model(['VD350', 'VDB', 'DRINK'], ['Drinks 350 cold', 'ตู้เครื่องดื่มเย็น 350'], '165000.00'),
  model(['VS120', 'VSA', 'SNACK'], ['Snacks 120', 'ตู้ขนม 120'], '98000.00'),
  model(
    ['VD500', 'VDC', 'DRINK'],
    ['Drinks 500 glass door', 'ตู้เครื่องดื่ม 500 ประตูกระจก'],
    '172000.00',
  ),
  model(['VS240', 'VSB', 'SNACK'], ['Snacks 240', 'ตู้ขนม 240'], '142000.00'),
  model(['VC90', 'VCA', 'DRINK'], ['Coffee 90', 'ตู้กาแฟสด 90'], '168000.00'),
] as const;

/** The list price of a lease in THB, whatever the model: contracts of the demonstration ask for three months at once. */
export const MONTHLY_RENT = '4900.00';

const CANS: Cabinet['goods'] = [
  [201, 66, 58, 255],
  [52, 120, 190, 255],
  [233, 170, 50, 255],
  [74, 153, 98, 255],
];
const BAGS: Cabinet['goods'] = [
  [233, 170, 50, 255],
  [160, 92, 170, 255],
  [74, 153, 98, 255],
];

/** What each looks like from the front, in the order of the models. */
export const CABINETS: readonly Cabinet[] = [
  { colour: [40, 84, 146, 255], shelves: 4, goods: CANS },
  { colour: [34, 118, 146, 255], shelves: 5, goods: CANS },
  { colour: [176, 92, 44, 255], shelves: 4, goods: BAGS },
  { colour: [30, 36, 46, 255], shelves: 6, goods: CANS },
  { colour: [150, 60, 78, 255], shelves: 6, goods: BAGS },
  { colour: [92, 66, 52, 255], shelves: 0, goods: [] },
];

export const CHECKLIST = [
  { name: 'Door closes and locks', nameTh: 'ประตูปิดและล็อกได้' },
  { name: 'Cools to the set temperature', nameTh: 'ทำความเย็นได้ตามที่ตั้ง' },
  { name: 'Coin and note reader accept money', nameTh: 'รับเหรียญและธนบัตรได้' },
];
