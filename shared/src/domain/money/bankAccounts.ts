/** Banks of Thailand by the abbreviation that statements use, with their names. */
export const BANKS = {
  BBL: { en: 'Bangkok Bank', th: 'ธนาคารกรุงเทพ' },
  KBANK: { en: 'Kasikornbank', th: 'ธนาคารกสิกรไทย' },
  KTB: { en: 'Krungthai Bank', th: 'ธนาคารกรุงไทย' },
  SCB: { en: 'Siam Commercial Bank', th: 'ธนาคารไทยพาณิชย์' },
  BAY: { en: 'Bank of Ayudhya', th: 'ธนาคารกรุงศรีอยุธยา' },
  TTB: { en: 'TMBThanachart Bank', th: 'ธนาคารทหารไทยธนชาต' },
  GSB: { en: 'Government Savings Bank', th: 'ธนาคารออมสิน' },
  BAAC: { en: 'Bank for Agriculture', th: 'ธ.ก.ส.' },
  UOB: { en: 'United Overseas Bank', th: 'ธนาคารยูโอบี' },
  CIMBT: { en: 'CIMB Thai Bank', th: 'ธนาคารซีไอเอ็มบีไทย' },
} as const;
export type BankCode = keyof typeof BANKS;
export const BANK_CODES = Object.keys(BANKS) as [BankCode, ...BankCode[]];
