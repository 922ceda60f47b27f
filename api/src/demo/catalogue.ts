/**
 * The goods of the demonstration: what a company that builds and repairs vending units keeps on
 * its shelves. Every line of `items` is one part for each of its variants; names are what a Thai
 * storekeeper and an English-speaking supplier would say.
 */
export interface CatalogueItem {
  readonly code: string;
  readonly en: string;
  readonly th: string;
  readonly unit: string;
  /** Typical purchase price in THB of the first variant. */
  readonly price: number;
  /** Appended to number and name; each step costs a little more. */
  readonly variants: readonly string[];
  readonly tracking?: 'lot' | 'serial';
  readonly warrantyMonths?: number;
  readonly brand?: string;
}

export interface CatalogueGroup {
  readonly code: string;
  readonly en: string;
  readonly th: string;
  readonly subs: readonly {
    readonly code: string;
    readonly en: string;
    readonly th: string;
    readonly items: readonly CatalogueItem[];
  }[];
}

const item = (
  code: string,
  names: readonly [en: string, th: string],
  rest: Omit<CatalogueItem, 'code' | 'en' | 'th'>,
): CatalogueItem => ({ code, en: names[0], th: names[1], ...rest });

export const UNITS = [
  { code: 'pcs', name: 'Piece', nameTh: 'ชิ้น', allowFraction: false },
  { code: 'set', name: 'Set', nameTh: 'ชุด', allowFraction: false },
  { code: 'm', name: 'Metre', nameTh: 'เมตร', allowFraction: true },
  { code: 'kg', name: 'Kilogram', nameTh: 'กิโลกรัม', allowFraction: true },
  { code: 'l', name: 'Litre', nameTh: 'ลิตร', allowFraction: true },
  { code: 'roll', name: 'Roll', nameTh: 'ม้วน', allowFraction: false },
  { code: 'can', name: 'Can', nameTh: 'กระป๋อง', allowFraction: false },
  {
    code: 'box',
    name: 'Box of 12',
    nameTh: 'กล่อง (12 ชิ้น)',
    allowFraction: false,
    baseUnit: 'pcs',
    factor: 12,
  },
  {
    code: 'pack',
    name: 'Pack of 100',
    nameTh: 'แพ็ก (100 ชิ้น)',
    allowFraction: false,
    baseUnit: 'pcs',
    factor: 100,
  },
] as const;

export const CATALOGUE: readonly CatalogueGroup[] = [
  {
    code: 'ELEC',
    en: 'Electrical',
    th: 'อุปกรณ์ไฟฟ้า',
    subs: [
      {
        code: 'MOTOR',
        en: 'Motors',
        th: 'มอเตอร์',
        items: [
          item('SRV', ['Servo motor', 'เซอร์โวมอเตอร์'], {
            unit: 'pcs',
            price: 1350,
            variants: ['100W', '200W', '400W'],
          }),
          item('SHK', ['Shaking motor', 'มอเตอร์เขย่า'], {
            unit: 'pcs',
            price: 390,
            variants: ['12V', '24V'],
          }),
          item('VMT', ['Vend motor', 'มอเตอร์จ่ายสินค้า'], {
            unit: 'pcs',
            price: 285,
            variants: ['12V', '24V', '24V-SLOW', '24V-TWIN'],
            warrantyMonths: 12,
            brand: 'Kenmei',
          }),
          item('LFT', ['Lift motor', 'มอเตอร์ลิฟต์'], {
            unit: 'pcs',
            price: 1850,
            variants: ['24V', '36V', '48V'],
            warrantyMonths: 12,
            brand: 'Kenmei',
          }),
          item('DRM', ['Door motor', 'มอเตอร์ประตู'], {
            unit: 'pcs',
            price: 640,
            variants: ['L', 'R'],
            warrantyMonths: 12,
          }),
          item('STP', ['Stepper motor', 'สเต็ปเปอร์มอเตอร์'], {
            unit: 'pcs',
            price: 520,
            variants: ['NEMA17', 'NEMA23', 'NEMA34'],
            warrantyMonths: 12,
          }),
          item('PMP', ['Water pump', 'ปั๊มน้ำ'], {
            unit: 'pcs',
            price: 430,
            variants: ['12V', '24V'],
            warrantyMonths: 6,
          }),
        ],
      },
      {
        code: 'POWER',
        en: 'Power supply',
        th: 'แหล่งจ่ายไฟ',
        items: [
          item('INV', ['Inverter', 'อินเวอร์เตอร์'], {
            unit: 'pcs',
            price: 1980,
            variants: ['500W', '1000W', '2000W'],
          }),
          item('BAT', ['Backup battery', 'แบตเตอรี่สำรอง'], {
            unit: 'pcs',
            price: 560,
            variants: ['7AH', '9AH', '12AH'],
          }),
          item('PSU', ['Power supply', 'เพาเวอร์ซัพพลาย'], {
            unit: 'pcs',
            price: 690,
            variants: ['12V-10A', '24V-5A', '24V-10A', '24V-15A', '36V-10A'],
            warrantyMonths: 24,
            brand: 'Meanwell',
          }),
          item('TRF', ['Transformer', 'หม้อแปลงไฟฟ้า'], {
            unit: 'pcs',
            price: 480,
            variants: ['220-24', '220-110'],
            warrantyMonths: 12,
          }),
          item('UPS', ['UPS module', 'โมดูลสำรองไฟ'], {
            unit: 'pcs',
            price: 1250,
            variants: ['12V', '24V'],
            tracking: 'serial',
            warrantyMonths: 12,
          }),
          item('BKR', ['Circuit breaker', 'เบรกเกอร์'], {
            unit: 'pcs',
            price: 165,
            variants: ['6A', '10A', '16A', '20A', '32A'],
            brand: 'Schneider',
          }),
          item('FUS', ['Fuse', 'ฟิวส์'], {
            unit: 'pcs',
            price: 6,
            variants: ['1A', '3A', '5A', '10A', '15A'],
          }),
        ],
      },
      {
        code: 'WIRE',
        en: 'Cables and connectors',
        th: 'สายไฟและขั้วต่อ',
        items: [
          item('CBL', ['Cable', 'สายไฟ'], {
            unit: 'm',
            price: 9.5,
            variants: ['0.5', '0.75', '1.0', '1.5', '2.5'],
          }),
          item('HRN', ['Wire harness', 'ชุดสายไฟ'], {
            unit: 'set',
            price: 320,
            variants: ['MAIN', 'DOOR', 'LIFT', 'PAY'],
          }),
          item('CON', ['Connector', 'คอนเนกเตอร์'], {
            unit: 'pcs',
            price: 7.25,
            variants: ['2P', '3P', '4P', '6P', '8P'],
          }),
          item('TRM', ['Terminal lug', 'หางปลา'], {
            unit: 'pcs',
            price: 1.2,
            variants: ['M3', 'M4', 'M5'],
          }),
          item('LAN', ['LAN cable', 'สายแลน'], {
            unit: 'pcs',
            price: 45,
            variants: ['1M', '3M', '5M'],
          }),
        ],
      },
      {
        code: 'SENS',
        en: 'Sensors and switches',
        th: 'เซนเซอร์และสวิตช์',
        items: [
          item('PHO', ['Photoelectric sensor', 'โฟโต้เซนเซอร์'], {
            unit: 'pcs',
            price: 540,
            variants: ['NPN', 'PNP', 'RETRO'],
          }),
          item('PRX', ['Proximity sensor', 'พร็อกซิมิตี้เซนเซอร์'], {
            unit: 'pcs',
            price: 310,
            variants: ['M8', 'M12', 'M18'],
          }),
          item('WGT', ['Load cell', 'โหลดเซลล์'], {
            unit: 'pcs',
            price: 460,
            variants: ['5KG', '20KG', '50KG'],
          }),
          item('DRP', ['Drop sensor', 'เซนเซอร์ตรวจสินค้าตก'], {
            unit: 'pcs',
            price: 410,
            variants: ['IR-S', 'IR-L', 'LASER'],
            warrantyMonths: 12,
          }),
          item('DSW', ['Door switch', 'สวิตช์ประตู'], {
            unit: 'pcs',
            price: 85,
            variants: ['NO', 'NC'],
          }),
          item('TMP', ['Temperature sensor', 'เซนเซอร์อุณหภูมิ'], {
            unit: 'pcs',
            price: 120,
            variants: ['NTC', 'PT100', 'DS18'],
          }),
          item('LSW', ['Limit switch', 'ลิมิตสวิตช์'], {
            unit: 'pcs',
            price: 62,
            variants: ['ROLLER', 'LEVER', 'PIN'],
          }),
          item('RLY', ['Relay', 'รีเลย์'], {
            unit: 'pcs',
            price: 58,
            variants: ['12V', '24V', '220V'],
            brand: 'Omron',
          }),
        ],
      },
    ],
  },
  {
    code: 'COOL',
    en: 'Refrigeration',
    th: 'ระบบทำความเย็น',
    subs: [
      {
        code: 'COMP',
        en: 'Compressors and coils',
        th: 'คอมเพรสเซอร์และคอยล์',
        items: [
          item('CMP', ['Compressor', 'คอมเพรสเซอร์'], {
            unit: 'pcs',
            price: 3850,
            variants: ['R134A-S', 'R134A-L', 'R290-S', 'R290-L'],
            tracking: 'serial',
            warrantyMonths: 36,
            brand: 'Embraco',
          }),
          item('EVP', ['Evaporator coil', 'คอยล์เย็น'], {
            unit: 'pcs',
            price: 1420,
            variants: ['S', 'M', 'L'],
            warrantyMonths: 12,
          }),
          item('CND', ['Condenser coil', 'คอยล์ร้อน'], {
            unit: 'pcs',
            price: 1380,
            variants: ['S', 'M', 'L'],
            warrantyMonths: 12,
          }),
          item('DRY', ['Filter drier', 'ดรายเออร์'], {
            unit: 'pcs',
            price: 95,
            variants: ['10G', '15G', '20G'],
          }),
        ],
      },
      {
        code: 'FAN',
        en: 'Fans and air',
        th: 'พัดลมและอากาศ',
        items: [
          item('GRL', ['Fan guard', 'ตะแกรงพัดลม'], {
            unit: 'pcs',
            price: 35,
            variants: ['80', '120', '200'],
          }),
          item('FAN', ['Axial fan', 'พัดลมระบายความร้อน'], {
            unit: 'pcs',
            price: 260,
            variants: ['120-12V', '120-24V', '120-220V', '200-220V'],
            warrantyMonths: 12,
            brand: 'Sunon',
          }),
          item('BLW', ['Evaporator blower', 'โบลเวอร์คอยล์เย็น'], {
            unit: 'pcs',
            price: 590,
            variants: ['5W', '10W', '16W'],
            warrantyMonths: 12,
          }),
          item('AFL', ['Air filter', 'แผ่นกรองอากาศ'], {
            unit: 'pcs',
            price: 75,
            variants: ['S', 'M', 'L'],
          }),
        ],
      },
      {
        code: 'GAS',
        en: 'Gas and controls',
        th: 'น้ำยาและตัวควบคุม',
        items: [
          item('PIP', ['Copper pipe', 'ท่อทองแดง'], {
            unit: 'm',
            price: 118,
            variants: ['1/4', '3/8', '1/2'],
          }),
          item('INS', ['Pipe insulation', 'ฉนวนหุ้มท่อ'], {
            unit: 'm',
            price: 22,
            variants: ['1/4', '3/8', '1/2'],
          }),
          item('REF', ['Refrigerant', 'น้ำยาทำความเย็น'], {
            unit: 'kg',
            price: 340,
            variants: ['R134A', 'R290', 'R600A'],
            tracking: 'lot',
          }),
          item('THM', ['Thermostat', 'เทอร์โมสตัท'], {
            unit: 'pcs',
            price: 380,
            variants: ['MECH', 'DIGI', 'WIFI'],
            warrantyMonths: 12,
          }),
          item('CAP', ['Start capacitor', 'คาปาซิเตอร์สตาร์ต'], {
            unit: 'pcs',
            price: 110,
            variants: ['20UF', '35UF', '50UF'],
          }),
          item('SOL', ['Solenoid valve', 'โซลินอยด์วาล์ว'], {
            unit: 'pcs',
            price: 460,
            variants: ['1/4', '3/8'],
            warrantyMonths: 6,
          }),
        ],
      },
    ],
  },
  {
    code: 'MECH',
    en: 'Mechanical',
    th: 'ชิ้นส่วนกลไก',
    subs: [
      {
        code: 'SPIRAL',
        en: 'Spirals and trays',
        th: 'เกลียวและถาดสินค้า',
        items: [
          item('CLP', ['Spiral clip', 'คลิปยึดเกลียว'], {
            unit: 'pcs',
            price: 4.5,
            variants: ['A', 'B'],
          }),
          item('RAL', ['Tray rail', 'รางเลื่อนถาด'], {
            unit: 'set',
            price: 265,
            variants: ['L', 'R'],
          }),
          item('SPR', ['Product spiral', 'เกลียวจ่ายสินค้า'], {
            unit: 'pcs',
            price: 145,
            variants: ['P30', 'P38', 'P45', 'P55', 'P65', 'P80'],
          }),
          item('TRY', ['Product tray', 'ถาดสินค้า'], {
            unit: 'pcs',
            price: 780,
            variants: ['6S', '8S', '10S', '12S'],
          }),
          item('PSH', ['Product pusher', 'ตัวดันสินค้า'], {
            unit: 'pcs',
            price: 38,
            variants: ['S', 'M', 'L'],
          }),
          item('DIV', ['Tray divider', 'แผ่นกั้นถาด'], {
            unit: 'pcs',
            price: 42,
            variants: ['S', 'L'],
          }),
        ],
      },
      {
        code: 'DRIVE',
        en: 'Belts and bearings',
        th: 'สายพานและลูกปืน',
        items: [
          item('BLT', ['Timing belt', 'สายพานไทม์มิ่ง'], {
            unit: 'pcs',
            price: 135,
            variants: ['GT2-6', 'GT2-10', 'HTD-15', 'HTD-20'],
          }),
          item('PLY', ['Pulley', 'พูลเลย์'], {
            unit: 'pcs',
            price: 88,
            variants: ['16T', '20T', '36T', '60T'],
          }),
          item('BRG', ['Bearing', 'ลูกปืน'], {
            unit: 'pcs',
            price: 46,
            variants: ['608', '6001', '6201', '6202', '6203'],
            brand: 'NSK',
          }),
          item('CVB', ['Conveyor belt', 'สายพานลำเลียง'], {
            unit: 'm',
            price: 390,
            variants: ['W60', 'W90', 'W120'],
          }),
          item('GER', ['Gear', 'เฟือง'], {
            unit: 'pcs',
            price: 54,
            variants: ['M1-20', 'M1-40', 'M1.5-30'],
          }),
        ],
      },
      {
        code: 'LOCK',
        en: 'Locks and hinges',
        th: 'กุญแจและบานพับ',
        items: [
          item('KEY', ['Master key', 'กุญแจมาสเตอร์'], {
            unit: 'pcs',
            price: 55,
            variants: ['A', 'B', 'C'],
          }),
          item('FOT', ['Levelling foot', 'ขาปรับระดับ'], {
            unit: 'pcs',
            price: 48,
            variants: ['M10', 'M12', 'M16'],
          }),
          item('LCK', ['Cabinet lock', 'กุญแจตู้'], {
            unit: 'set',
            price: 245,
            variants: ['T-BAR', 'CAM', 'E-LOCK'],
            warrantyMonths: 12,
          }),
          item('HNG', ['Door hinge', 'บานพับประตู'], {
            unit: 'pcs',
            price: 130,
            variants: ['L', 'R', 'HD-L', 'HD-R'],
          }),
          item('GSP', ['Gas spring', 'โช้คแก๊ส'], {
            unit: 'pcs',
            price: 165,
            variants: ['80N', '120N', '200N'],
          }),
          item('WHL', ['Castor wheel', 'ล้อเลื่อน'], {
            unit: 'pcs',
            price: 180,
            variants: ['FIX', 'TURN', 'BRAKE'],
          }),
        ],
      },
    ],
  },
  {
    code: 'PAY',
    en: 'Payment',
    th: 'ระบบรับชำระเงิน',
    subs: [
      {
        code: 'CASH',
        en: 'Coins and banknotes',
        th: 'เหรียญและธนบัตร',
        items: [
          item('CTB', ['Coin tube', 'หลอดเหรียญ'], {
            unit: 'pcs',
            price: 140,
            variants: ['1', '5', '10'],
          }),
          item('CNA', ['Coin acceptor', 'เครื่องรับเหรียญ'], {
            unit: 'pcs',
            price: 2450,
            variants: ['MDB', 'PULSE'],
            tracking: 'serial',
            warrantyMonths: 12,
            brand: 'Currenza',
          }),
          item('BNV', ['Banknote validator', 'เครื่องรับธนบัตร'], {
            unit: 'pcs',
            price: 5900,
            variants: ['MDB-300', 'MDB-600', 'PULSE'],
            tracking: 'serial',
            warrantyMonths: 12,
            brand: 'ICT',
          }),
          item('CNH', ['Coin hopper', 'ฮอปเปอร์จ่ายเหรียญ'], {
            unit: 'pcs',
            price: 1680,
            variants: ['THB5', 'THB10'],
            tracking: 'serial',
            warrantyMonths: 12,
          }),
          item('CSB', ['Cash box', 'กล่องเก็บเงิน'], {
            unit: 'pcs',
            price: 320,
            variants: ['S', 'L'],
          }),
        ],
      },
      {
        code: 'CARD',
        en: 'Cards and QR',
        th: 'บัตรและคิวอาร์',
        items: [
          item('SIM', ['SIM holder board', 'บอร์ดซิม'], {
            unit: 'pcs',
            price: 230,
            variants: ['NANO', 'MICRO'],
          }),
          item('QRR', ['QR reader', 'เครื่องอ่านคิวอาร์'], {
            unit: 'pcs',
            price: 1150,
            variants: ['USB', 'RS232'],
            tracking: 'serial',
            warrantyMonths: 12,
          }),
          item('CRD', ['Card terminal', 'เครื่องรับบัตร'], {
            unit: 'pcs',
            price: 6800,
            variants: ['NFC', 'NFC-CHIP'],
            tracking: 'serial',
            warrantyMonths: 24,
            brand: 'Nayax',
          }),
          item('ANT', ['Antenna', 'เสาอากาศ'], {
            unit: 'pcs',
            price: 155,
            variants: ['4G', 'WIFI', 'GPS'],
          }),
        ],
      },
    ],
  },
  {
    code: 'CTRL',
    en: 'Control',
    th: 'ระบบควบคุม',
    subs: [
      {
        code: 'BOARD',
        en: 'Boards and modules',
        th: 'บอร์ดและโมดูล',
        items: [
          item('MEM', ['Memory module', 'โมดูลหน่วยความจำ'], {
            unit: 'pcs',
            price: 820,
            variants: ['4G', '8G'],
          }),
          item('TEL', ['Telemetry box', 'กล่องเทเลเมทรี'], {
            unit: 'pcs',
            price: 2750,
            variants: ['LITE', 'PRO'],
          }),
          item('VMC', ['Vending controller', 'บอร์ดควบคุมตู้'], {
            unit: 'pcs',
            price: 4600,
            variants: ['V3', 'V4', 'V4-PRO'],
            tracking: 'serial',
            warrantyMonths: 24,
          }),
          item('DRV', ['Motor driver board', 'บอร์ดขับมอเตอร์'], {
            unit: 'pcs',
            price: 890,
            variants: ['8CH', '10CH', '12CH'],
            warrantyMonths: 12,
          }),
          item('IOB', ['I/O board', 'บอร์ดอินพุตเอาต์พุต'], {
            unit: 'pcs',
            price: 760,
            variants: ['8IN', '16IN'],
            warrantyMonths: 12,
          }),
          item('MDM', ['4G modem', 'โมเด็ม 4G'], {
            unit: 'pcs',
            price: 1490,
            variants: ['CAT1', 'CAT4'],
            tracking: 'serial',
            warrantyMonths: 12,
          }),
          item('SSD', ['Solid state disk', 'เอสเอสดี'], {
            unit: 'pcs',
            price: 690,
            variants: ['64G', '128G', '256G'],
            warrantyMonths: 36,
          }),
        ],
      },
      {
        code: 'HMI',
        en: 'Displays and keypads',
        th: 'จอแสดงผลและแป้นกด',
        items: [
          item('BTN', ['Push button', 'ปุ่มกด'], {
            unit: 'pcs',
            price: 64,
            variants: ['RED', 'GREEN', 'BLUE', 'E-STOP'],
          }),
          item('LCD', ['Touch display', 'จอสัมผัส'], {
            unit: 'pcs',
            price: 3250,
            variants: ['10', '15', '21', '32'],
            tracking: 'serial',
            warrantyMonths: 24,
          }),
          item('KPD', ['Keypad', 'แป้นตัวเลข'], {
            unit: 'pcs',
            price: 340,
            variants: ['12K', '16K'],
            warrantyMonths: 6,
          }),
          item('SPK', ['Speaker', 'ลำโพง'], { unit: 'pcs', price: 125, variants: ['5W', '10W'] }),
          item('CAM', ['Camera', 'กล้อง'], {
            unit: 'pcs',
            price: 780,
            variants: ['USB', 'IP'],
            warrantyMonths: 12,
          }),
        ],
      },
    ],
  },
  {
    code: 'BODY',
    en: 'Cabinet and glass',
    th: 'ตัวตู้และกระจก',
    subs: [
      {
        code: 'PANEL',
        en: 'Doors and panels',
        th: 'ประตูและแผง',
        items: [
          item('FLP', ['Delivery flap', 'ฝาช่องรับสินค้า'], {
            unit: 'pcs',
            price: 420,
            variants: ['STD', 'COOL', 'LOCK'],
          }),
          item('DOR', ['Door assembly', 'ชุดประตู'], {
            unit: 'set',
            price: 5400,
            variants: ['GL-STD', 'GL-WIDE', 'SOLID'],
          }),
          item('GLS', ['Insulated glass', 'กระจกฉนวน'], {
            unit: 'pcs',
            price: 2150,
            variants: ['600', '800', '1000'],
          }),
          item('PNL', ['Side panel', 'แผงข้าง'], { unit: 'pcs', price: 1280, variants: ['L', 'R'] }),
          item('GSK', ['Door gasket', 'ขอบยางประตู'], {
            unit: 'm',
            price: 65,
            variants: ['STD', 'MAG'],
          }),
        ],
      },
      {
        code: 'LIGHT',
        en: 'Lighting and signs',
        th: 'ไฟส่องสว่างและป้าย',
        items: [
          item('DIM', ['LED driver', 'ไดรเวอร์แอลอีดี'], {
            unit: 'pcs',
            price: 210,
            variants: ['20W', '40W', '60W'],
          }),
          item('LED', ['LED strip', 'ไฟแอลอีดีเส้น'], {
            unit: 'm',
            price: 48,
            variants: ['WARM', 'COOL', 'RGB'],
          }),
          item('TUB', ['LED tube', 'หลอดแอลอีดี'], {
            unit: 'pcs',
            price: 95,
            variants: ['60', '90', '120'],
          }),
          item('SGN', ['Light box sign', 'ป้ายกล่องไฟ'], {
            unit: 'pcs',
            price: 860,
            variants: ['STD', 'WIDE'],
          }),
        ],
      },
    ],
  },
  {
    code: 'CONS',
    en: 'Consumables',
    th: 'วัสดุสิ้นเปลือง',
    subs: [
      {
        code: 'CARE',
        en: 'Cleaning and lubrication',
        th: 'ทำความสะอาดและหล่อลื่น',
        items: [
          item('GLV', ['Nitrile gloves', 'ถุงมือไนไตร'], {
            unit: 'box',
            price: 165,
            variants: ['S', 'M', 'L'],
          }),
          item('GRS', ['Grease', 'จาระบี'], {
            unit: 'can',
            price: 185,
            variants: ['FOOD', 'LITHIUM'],
            tracking: 'lot',
          }),
          item('CLN', ['Coil cleaner', 'น้ำยาล้างคอยล์'], {
            unit: 'l',
            price: 120,
            variants: ['ACID', 'ALKALI'],
            tracking: 'lot',
          }),
          item('WIP', ['Wiping cloth', 'ผ้าเช็ดทำความสะอาด'], {
            unit: 'pcs',
            price: 12,
            variants: ['S', 'L'],
          }),
          item('SPY', ['Contact spray', 'สเปรย์ล้างหน้าสัมผัส'], {
            unit: 'can',
            price: 145,
            variants: ['200', '400'],
            tracking: 'lot',
          }),
        ],
      },
      {
        code: 'FAST',
        en: 'Screws and fasteners',
        th: 'สกรูและตัวยึด',
        items: [
          item('WSH', ['Washer', 'แหวนรอง'], {
            unit: 'pcs',
            price: 0.25,
            variants: ['M3', 'M4', 'M5', 'M6'],
          }),
          item('SCR', ['Machine screw', 'สกรูเกลียวมิล'], {
            unit: 'pcs',
            price: 0.65,
            variants: ['M3X8', 'M3X12', 'M4X10', 'M4X16', 'M5X12', 'M5X20'],
          }),
          item('NUT', ['Nut', 'น็อตตัวเมีย'], {
            unit: 'pcs',
            price: 0.35,
            variants: ['M3', 'M4', 'M5', 'M6'],
          }),
          item('RVT', ['Blind rivet', 'ลูกรีเวต'], {
            unit: 'pcs',
            price: 0.45,
            variants: ['3.2', '4.0', '4.8'],
          }),
          item('CTI', ['Cable tie', 'เคเบิลไทร์'], {
            unit: 'pcs',
            price: 0.55,
            variants: ['100', '150', '200', '300'],
          }),
        ],
      },
      {
        code: 'PRNT',
        en: 'Labels and paper',
        th: 'ฉลากและกระดาษ',
        items: [
          item('STK', ['Warranty sticker', 'สติกเกอร์รับประกัน'], {
            unit: 'roll',
            price: 240,
            variants: ['1Y', '2Y'],
          }),
          item('LBL', ['Label roll', 'ม้วนฉลาก'], {
            unit: 'roll',
            price: 95,
            variants: ['40X30', '50X30', '100X50'],
          }),
          item('PPR', ['Thermal paper', 'กระดาษความร้อน'], {
            unit: 'roll',
            price: 28,
            variants: ['57', '80'],
          }),
          item('TAP', ['Packing tape', 'เทปกาว'], {
            unit: 'roll',
            price: 34,
            variants: ['CLEAR', 'BROWN', 'FRAGILE'],
          }),
        ],
      },
    ],
  },
];

/** Work bought from others: ordered by free text, withholding tax applies. */
export const SERVICES = [
  { en: 'Compressor overhaul', th: 'ค่าบริการยกเครื่องคอมเพรสเซอร์', price: 2800 },
  { en: 'Transport of parts', th: 'ค่าขนส่งอะไหล่', price: 1500 },
  { en: 'Powder coating', th: 'ค่าบริการพ่นสีฝุ่น', price: 3600 },
  { en: 'Calibration of validators', th: 'ค่าบริการสอบเทียบเครื่องรับธนบัตร', price: 4200 },
] as const;

export interface SupplierSeed {
  readonly name: string;
  readonly nameTh: string;
  /** First twelve digits of the tax id; the check digit is computed. */
  readonly taxDigits: string;
  readonly zipcode: string;
  readonly line1: string;
  readonly contact: string;
  readonly phone: string;
  readonly creditDays: number;
  readonly creditLimit: string | null;
  readonly isVatRegistered: boolean;
  readonly whtType: 'none' | 'service3' | 'transport1';
  /** Main categories that it delivers. */
  readonly groups: readonly string[];
}

const supplier = (
  names: readonly [en: string, th: string],
  rest: Omit<SupplierSeed, 'name' | 'nameTh'>,
): SupplierSeed => ({ name: names[0], nameTh: names[1], ...rest });

export const SUPPLIERS: readonly SupplierSeed[] = [
  supplier(['Siam Motor Parts Co., Ltd.', 'บริษัท สยามมอเตอร์พาร์ท จำกัด'], {
    taxDigits: '010555200111',
    zipcode: '10110',
    line1: '88/12 ซอยสุขุมวิท 26',
    contact: 'คุณวิภา',
    phone: '021234501',
    creditDays: 30,
    creditLimit: '800000.00',
    isVatRegistered: true,
    whtType: 'none',
    groups: ['ELEC'],
  }),
  supplier(['Bangkok Electric Supply Co., Ltd.', 'บริษัท บางกอกอิเล็กทริกซัพพลาย จำกัด'], {
    taxDigits: '010555200222',
    zipcode: '10400',
    line1: '119 ซอยพหลโยธิน 9',
    contact: 'คุณธนา',
    phone: '021234502',
    creditDays: 30,
    creditLimit: '600000.00',
    isVatRegistered: true,
    whtType: 'none',
    groups: ['ELEC', 'CTRL'],
  }),
  supplier(['Thai Cooling Trading Co., Ltd.', 'บริษัท ไทยคูลลิ่งเทรดดิ้ง จำกัด'], {
    taxDigits: '010555200333',
    zipcode: '10240',
    line1: '54 ซอยรามคำแหง 24',
    contact: 'คุณสมศรี',
    phone: '021234503',
    creditDays: 45,
    creditLimit: '900000.00',
    isVatRegistered: true,
    whtType: 'none',
    groups: ['COOL'],
  }),
  supplier(['Eastern Compressor Ltd., Part.', 'ห้างหุ้นส่วนจำกัด อีสเทิร์นคอมเพรสเซอร์'], {
    taxDigits: '020355200444',
    zipcode: '20000',
    line1: '9/3 ถนนสุขุมวิท',
    contact: 'คุณประเสริฐ',
    phone: '038123404',
    creditDays: 30,
    creditLimit: '400000.00',
    isVatRegistered: true,
    whtType: 'service3',
    groups: ['COOL'],
  }),
  supplier(['Precision Spiral Co., Ltd.', 'บริษัท พรีซิชั่นสไปรัล จำกัด'], {
    taxDigits: '013555200555',
    zipcode: '12120',
    line1: '77 หมู่ 5',
    contact: 'คุณอรุณ',
    phone: '025123405',
    creditDays: 30,
    creditLimit: '350000.00',
    isVatRegistered: true,
    whtType: 'none',
    groups: ['MECH'],
  }),
  supplier(['Bearing House Co., Ltd.', 'บริษัท แบริ่งเฮ้าส์ จำกัด'], {
    taxDigits: '010555200666',
    zipcode: '10100',
    line1: '231 ถนนเจริญกรุง',
    contact: 'คุณชัยวัฒน์',
    phone: '022123406',
    creditDays: 15,
    creditLimit: '150000.00',
    isVatRegistered: true,
    whtType: 'none',
    groups: ['MECH'],
  }),
  supplier(['Cash Systems Asia Co., Ltd.', 'บริษัท แคชซิสเต็มส์ เอเชีย จำกัด'], {
    taxDigits: '010555200777',
    zipcode: '10500',
    line1: '990 ถนนพระราม 4',
    contact: 'คุณณัฐพล',
    phone: '026123407',
    creditDays: 60,
    creditLimit: '2000000.00',
    isVatRegistered: true,
    whtType: 'none',
    groups: ['PAY'],
  }),
  supplier(['QR Pay Devices Co., Ltd.', 'บริษัท คิวอาร์เพย์ดีไวซ์ จำกัด'], {
    taxDigits: '010555200888',
    zipcode: '10310',
    line1: '42 ซอยรัชดาภิเษก 3',
    contact: 'คุณพิมพ์ชนก',
    phone: '026123408',
    creditDays: 30,
    creditLimit: '700000.00',
    isVatRegistered: true,
    whtType: 'none',
    groups: ['PAY', 'CTRL'],
  }),
  supplier(['Control Boards (Thailand) Co., Ltd.', 'บริษัท คอนโทรลบอร์ด (ประเทศไทย) จำกัด'], {
    taxDigits: '010555200999',
    zipcode: '10150',
    line1: '18 ถนนพระราม 2',
    contact: 'คุณกิตติ',
    phone: '024123409',
    creditDays: 45,
    creditLimit: '1200000.00',
    isVatRegistered: true,
    whtType: 'none',
    groups: ['CTRL'],
  }),
  supplier(['Vision Display Co., Ltd.', 'บริษัท วิชั่นดิสเพลย์ จำกัด'], {
    taxDigits: '010555201010',
    zipcode: '10900',
    line1: '5 ซอยวิภาวดีรังสิต 20',
    contact: 'คุณมานพ',
    phone: '029123410',
    creditDays: 30,
    creditLimit: '500000.00',
    isVatRegistered: true,
    whtType: 'none',
    groups: ['CTRL'],
  }),
  supplier(['Rayong Glass Works Co., Ltd.', 'บริษัท ระยองกลาสเวิร์ค จำกัด'], {
    taxDigits: '021555201111',
    zipcode: '21000',
    line1: '300 ถนนสุขุมวิท',
    contact: 'คุณสุชาติ',
    phone: '038123411',
    creditDays: 30,
    creditLimit: '300000.00',
    isVatRegistered: true,
    whtType: 'none',
    groups: ['BODY'],
  }),
  supplier(['Steel Cabinet Factory Co., Ltd.', 'บริษัท โรงงานตู้เหล็กไทย จำกัด'], {
    taxDigits: '074555201212',
    zipcode: '74000',
    line1: '61 ถนนเศรษฐกิจ 1',
    contact: 'คุณวีระ',
    phone: '034123412',
    creditDays: 45,
    creditLimit: '650000.00',
    isVatRegistered: true,
    whtType: 'service3',
    groups: ['BODY'],
  }),
  supplier(['Bright Light Sign Ltd., Part.', 'ห้างหุ้นส่วนจำกัด ไบร์ทไลท์ไซน์'], {
    taxDigits: '010355201313',
    zipcode: '10160',
    line1: '12 ซอยเพชรเกษม 48',
    contact: 'คุณนภา',
    phone: '024123413',
    creditDays: 15,
    creditLimit: '100000.00',
    isVatRegistered: true,
    whtType: 'none',
    groups: ['BODY'],
  }),
  supplier(['Clean & Care Chemical Co., Ltd.', 'บริษัท คลีนแอนด์แคร์ เคมีคอล จำกัด'], {
    taxDigits: '011555201414',
    zipcode: '10280',
    line1: '199 ถนนศรีนครินทร์',
    contact: 'คุณจิราพร',
    phone: '023123414',
    creditDays: 30,
    creditLimit: '120000.00',
    isVatRegistered: true,
    whtType: 'none',
    groups: ['CONS'],
  }),
  supplier(['Fastener Market Co., Ltd.', 'บริษัท ฟาสเทนเนอร์มาร์เก็ต จำกัด'], {
    taxDigits: '010555201515',
    zipcode: '10100',
    line1: '400 เวิ้งนาครเขษม',
    contact: 'คุณเล็ก',
    phone: '022123415',
    creditDays: 0,
    creditLimit: null,
    isVatRegistered: true,
    whtType: 'none',
    groups: ['CONS', 'MECH'],
  }),
  supplier(['Label Print Centre Co., Ltd.', 'บริษัท เลเบลพริ้นท์เซ็นเตอร์ จำกัด'], {
    taxDigits: '010555201616',
    zipcode: '10230',
    line1: '73 ถนนลาดปลาเค้า',
    contact: 'คุณรัตนา',
    phone: '029123416',
    creditDays: 15,
    creditLimit: '60000.00',
    isVatRegistered: true,
    whtType: 'none',
    groups: ['CONS'],
  }),
  supplier(['Somchai Hardware Shop', 'ร้านสมชายฮาร์ดแวร์'], {
    taxDigits: '310020171717',
    zipcode: '10170',
    line1: '8 ถนนตลิ่งชัน-สุพรรณบุรี',
    contact: 'คุณสมชาย',
    phone: '0812345617',
    creditDays: 0,
    creditLimit: null,
    isVatRegistered: false,
    whtType: 'none',
    groups: ['CONS', 'MECH'],
  }),
  supplier(['Chiang Mai Electric Co., Ltd.', 'บริษัท เชียงใหม่อิเล็กทริก จำกัด'], {
    taxDigits: '050555201818',
    zipcode: '50000',
    line1: '21 ถนนห้วยแก้ว',
    contact: 'คุณดวงใจ',
    phone: '053123418',
    creditDays: 30,
    creditLimit: '200000.00',
    isVatRegistered: true,
    whtType: 'none',
    groups: ['ELEC'],
  }),
  supplier(['Northern Cooling Service Ltd., Part.', 'ห้างหุ้นส่วนจำกัด นอร์ทเทิร์นคูลลิ่งเซอร์วิส'], {
    taxDigits: '050355201919',
    zipcode: '50100',
    line1: '145 ถนนช้างคลาน',
    contact: 'คุณคำปัน',
    phone: '053123419',
    creditDays: 15,
    creditLimit: '90000.00',
    isVatRegistered: true,
    whtType: 'service3',
    groups: ['COOL'],
  }),
  supplier(['Isan Parts Centre Co., Ltd.', 'บริษัท อีสานพาร์ทเซ็นเตอร์ จำกัด'], {
    taxDigits: '040555202020',
    zipcode: '40000',
    line1: '55 ถนนมิตรภาพ',
    contact: 'คุณบุญมี',
    phone: '043123420',
    creditDays: 30,
    creditLimit: '180000.00',
    isVatRegistered: true,
    whtType: 'none',
    groups: ['MECH', 'ELEC'],
  }),
  supplier(['Southern Drive Co., Ltd.', 'บริษัท เซาเทิร์นไดรฟ์ จำกัด'], {
    taxDigits: '090555202121',
    zipcode: '90110',
    line1: '30 ถนนนิพัทธ์อุทิศ 2',
    contact: 'คุณอาซิ',
    phone: '074123421',
    creditDays: 30,
    creditLimit: '180000.00',
    isVatRegistered: true,
    whtType: 'none',
    groups: ['MECH'],
  }),
  supplier(['Rapid Transport Co., Ltd.', 'บริษัท แรพิดทรานสปอร์ต จำกัด'], {
    taxDigits: '010555202222',
    zipcode: '10520',
    line1: '88 ถนนฉลองกรุง',
    contact: 'คุณเอก',
    phone: '027123422',
    creditDays: 15,
    creditLimit: '100000.00',
    isVatRegistered: true,
    whtType: 'transport1',
    groups: ['CONS'],
  }),
  supplier(['Lotus Wire & Cable Co., Ltd.', 'บริษัท โลตัสไวร์แอนด์เคเบิล จำกัด'], {
    taxDigits: '011555202323',
    zipcode: '10540',
    line1: '17 ถนนบางนา-ตราด กม. 18',
    contact: 'คุณกมล',
    phone: '023123423',
    creditDays: 45,
    creditLimit: '500000.00',
    isVatRegistered: true,
    whtType: 'none',
    groups: ['ELEC'],
  }),
  supplier(['Smart Sensor Tech Co., Ltd.', 'บริษัท สมาร์ทเซนเซอร์เทค จำกัด'], {
    taxDigits: '010555202424',
    zipcode: '10260',
    line1: '6 ซอยสุขุมวิท 101',
    contact: 'คุณภาณุ',
    phone: '023123424',
    creditDays: 30,
    creditLimit: '250000.00',
    isVatRegistered: true,
    whtType: 'none',
    groups: ['ELEC', 'CTRL'],
  }),
  supplier(['Old Town Metal Works', 'โรงกลึงเมืองเก่า'], {
    taxDigits: '310020252525',
    zipcode: '10200',
    line1: '99 ถนนพระสุเมรุ',
    contact: 'ช่างหนุ่ม',
    phone: '0898765425',
    creditDays: 0,
    creditLimit: null,
    isVatRegistered: false,
    whtType: 'service3',
    groups: ['MECH', 'BODY'],
  }),
];

/** All parts of the catalogue, one for each variant, with number and price. */
export function catalogueParts() {
  return CATALOGUE.flatMap((group) =>
    group.subs.flatMap((sub) =>
      sub.items.flatMap((entry) =>
        entry.variants.map((variant, index) => ({
          ...entry,
          group: group.code,
          sub: sub.code,
          partNo: `${entry.code}-${variant.replace(/\//g, '')}`.toUpperCase(),
          name: `${entry.en} ${variant}`,
          nameTh: `${entry.th} ${variant}`,
          price: Math.round(entry.price * (1 + index * 0.18) * 100) / 100,
        })),
      ),
    ),
  );
}

/** Thirteen digits from twelve (domain-containers 0). */
export function withCheckDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (13 - index), 0);
  return `${digits}${(11 - (sum % 11)) % 10}`;
}

/** What a unit or a set consists of: part, quantity, how much of it is usually sound, share of the cost. */
export interface Composition {
  readonly partNo: string;
  /** Units are taken apart for their parts, sets are put together. */
  readonly type: 'disassemble' | 'assemble';
  readonly of: readonly (readonly [
    partNo: string,
    quantity: number,
    recoveryRate: string,
    costShare: string,
  ])[];
}

export const COMPONENTS: readonly Composition[] = [
  {
    partNo: 'UPS-12V',
    type: 'disassemble',
    of: [
      ['BAT-7AH', 1, '60.00', '45.00'],
      ['TRF-220-24', 1, '95.00', '40.00'],
      ['RLY-12V', 2, '90.00', '15.00'],
    ],
  },
  {
    partNo: 'HRN-LIFT',
    type: 'assemble',
    of: [
      ['CBL-1.0', 12, '90.00', '70.00'],
      ['CON-4P', 6, '100.00', '20.00'],
      ['TRM-M4', 20, '50.00', '10.00'],
    ],
  },
  {
    partNo: 'UPS-24V',
    type: 'disassemble',
    of: [
      ['BAT-9AH', 1, '60.00', '45.00'],
      ['TRF-220-24', 1, '95.00', '40.00'],
      ['RLY-24V', 2, '90.00', '15.00'],
    ],
  },
];
