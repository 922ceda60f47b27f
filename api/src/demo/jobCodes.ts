import type { JobCodeKind } from '@boxyard/shared/domain/service/masters.ts';

interface CodeSeed {
  readonly code: string;
  readonly name: string;
  readonly nameTh: string;
  /** Code of the type of container that alone has it. */
  readonly type?: 'DRINK' | 'SNACK';
}

const code = (
  short: string,
  [name, nameTh]: readonly [string, string],
  type?: CodeSeed['type'],
): CodeSeed => ({ code: short, name, nameTh, ...(type ? { type } : {}) });

/** Symptoms, causes and actions of vending units. */
export const JOB_CODES: Readonly<Record<JobCodeKind, readonly CodeSeed[]>> = {
  symptom: [
    code('S01', ['Does not pay out change', 'ไม่ทอนเงิน']),
    code('S02', ['Does not cool', 'ตู้ไม่เย็น'], 'DRINK'),
    code('S03', ['Bill acceptor jammed', 'ธนบัตรติดเครื่องรับ']),
    code('S04', ['Coins are rejected', 'ไม่รับเหรียญ']),
    code('S05', ['Product does not drop', 'สินค้าไม่ตก']),
    code('S06', ['Spiral motor stuck', 'มอเตอร์เกลียวติดขัด'], 'SNACK'),
    code('S07', ['Display dark', 'หน้าจอดับ']),
    code('S08', ['No network', 'ไม่มีสัญญาณเครือข่าย']),
    code('S09', ['Leaks water', 'มีน้ำรั่ว'], 'DRINK'),
    code('S10', ['Door reported open', 'แจ้งเตือนประตูเปิดค้าง']),
    code('S11', ['Card or QR payment fails', 'ชำระด้วยบัตรหรือ QR ไม่ได้']),
    code('S12', ['No power', 'เครื่องไม่มีไฟ']),
  ],
  cause: [
    code('C01', ['Worn part', 'ชิ้นส่วนสึกหรอ']),
    code('C02', ['Dirt or dust', 'ฝุ่นหรือสิ่งสกปรก']),
    code('C03', ['Foreign object inside', 'มีสิ่งแปลกปลอมติดอยู่']),
    code('C04', ['Loose connector', 'ขั้วต่อหลวม']),
    code('C05', ['Refrigerant lost', 'น้ำยาทำความเย็นรั่ว']),
    code('C06', ['Power surge', 'ไฟกระชาก']),
    code('C07', ['Software fault', 'ซอฟต์แวร์ผิดพลาด']),
    code('C08', ['SIM or router failed', 'ซิมหรือเราเตอร์เสีย']),
    code('C09', ['Vandalism', 'ถูกทุบทำลาย']),
    code('C10', ['Loaded wrongly', 'เติมสินค้าผิดวิธี']),
  ],
  action: [
    code('A01', ['Part replaced', 'เปลี่ยนอะไหล่']),
    code('A02', ['Cleaned', 'ทำความสะอาด']),
    code('A03', ['Adjusted or calibrated', 'ปรับตั้งหรือสอบเทียบ']),
    code('A04', ['Jam removed', 'นำสิ่งที่ติดขัดออก']),
    code('A05', ['Connector refitted', 'เสียบขั้วต่อใหม่']),
    code('A06', ['Refrigerant refilled', 'เติมน้ำยาทำความเย็น']),
    code('A07', ['Software updated', 'อัปเดตซอฟต์แวร์']),
    code('A08', ['Restarted and tested', 'รีสตาร์ตและทดสอบ']),
    code('A09', ['SIM or router replaced', 'เปลี่ยนซิมหรือเราเตอร์']),
    code('A10', ['Site staff instructed', 'แนะนำวิธีใช้แก่เจ้าหน้าที่ประจำจุด']),
  ],
};
