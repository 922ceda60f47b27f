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
    '215000.00',
  ),
  model(['VS240', 'VSB', 'SNACK'], ['Snacks 240', 'ตู้ขนม 240'], '142000.00'),
  model(['VC90', 'VCA', 'DRINK'], ['Coffee 90', 'ตู้กาแฟสด 90'], '248000.00'),
] as const;

export const CHECKLIST = [
  { name: 'Door closes and locks', nameTh: 'ประตูปิดและล็อกได้' },
  { name: 'Cools to the set temperature', nameTh: 'ทำความเย็นได้ตามที่ตั้ง' },
  { name: 'Coin and note reader accept money', nameTh: 'รับเหรียญและธนบัตรได้' },
];
