import { allAbilities, PAGE_VERBS, routeOf } from '@boxyard/shared/domain';
import type { Family, HandlersOf } from '../../kernel/types.ts';

/** Verbs as an administrator reads them; one that is missing is shown by its own name. */
const VERBS: Readonly<Record<string, readonly [en: string, th: string]>> = {
  view: ['View', 'ดู'],
  create: ['Create', 'สร้าง'],
  update: ['Change', 'แก้ไข'],
  delete: ['Delete', 'ลบ'],
  approve: ['Approve', 'อนุมัติ'],
  'approve-own': ['Approve own work', 'อนุมัติงานของตนเอง'],
  cancel: ['Cancel', 'ยกเลิก'],
  print: ['Print', 'พิมพ์'],
  export: ['Export', 'ส่งออก'],
  reverse: ['Reverse', 'กลับรายการ'],
  assign: ['Assign', 'มอบหมาย'],
  upload: ['Upload', 'อัปโหลด'],
  import: ['Import', 'นำเข้า'],
  suspend: ['Suspend', 'ระงับ'],
  'approve-signup': ['Approve sign-ups', 'อนุมัติการสมัคร'],
  'reset-password': ['Reset passwords', 'ตั้งรหัสผ่านใหม่'],
  'view-cost': ['See costs', 'ดูต้นทุน'],
  'create-warehouse': ['Create warehouses', 'สร้างคลัง'],
  'update-warehouse': ['Change warehouses', 'แก้ไขคลัง'],
};

function labelsOf(ability: string): { labelEn: string; labelTh: string } {
  const [page = '', verb = ''] = ability.split(':');
  const { title, titleTh } = routeOf(page);
  const [en, th] = VERBS[verb] ?? [verb.replaceAll('-', ' '), verb.replaceAll('-', ' ')];
  return { labelEn: `${title}: ${en}`, labelTh: `${titleTh}: ${th}` };
}

/** Every permission that exists, by page (specification 7, "Permission service"). */
export const permissionHandlers: HandlersOf<Family<'permissions'>> = {
  'permissions.groups': async () => {
    const abilities = allAbilities();
    const data = Object.keys(PAGE_VERBS).map((page) => ({
      name: page,
      permissions: abilities
        .filter((name) => name.startsWith(`${page}:`))
        .map((name) => ({ name, ...labelsOf(name) })),
    }));
    return { data };
  },
  'permissions.all': async () => ({ data: allAbilities().map((name) => ({ name })) }),
};
