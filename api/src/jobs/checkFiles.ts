import {
  type App,
  alertAdmins,
  type FileReport,
  type Localised,
  SYSTEM,
  today,
} from '../kernel/index.ts';

const TITLE: Localised = {
  en: 'Files are missing in the file store',
  th: 'มีไฟล์ขาดหายไปจากที่เก็บไฟล์',
};
const FOREIGN: Localised = {
  en: 'The file store holds files of somebody else',
  th: 'ที่เก็บไฟล์มีไฟล์ที่ไม่ใช่ของระบบนี้',
};
const OPEN: Localised = { en: 'Open activity log', th: 'เปิดบันทึกกิจกรรม' };

function descriptionOf({ missing, damaged, names }: FileReport): Localised {
  const some = names.slice(0, 3).join(', ');
  return {
    en: `The nightly check found ${missing} missing and ${damaged} damaged files (${some}). npm run files:verify names them; put them back from the backup.`,
    th: `การตรวจประจำคืนพบไฟล์หาย ${missing} ไฟล์ และเสียหาย ${damaged} ไฟล์ (${some}) คำสั่ง npm run files:verify จะบอกทุกไฟล์ กรุณากู้คืนจากข้อมูลสำรอง`,
  };
}

const strangersOf = ({ left }: FileReport): Localised => ({
  en: `${left} files belong to no record. That is too many for leftovers, so none was removed. See whether another server uses the same store.`,
  th: `มีไฟล์ ${left} ไฟล์ที่ไม่มีรายการอ้างถึง ซึ่งมากเกินกว่าจะเป็นไฟล์ตกค้าง จึงยังไม่ลบ กรุณาตรวจสอบว่ามีเซิร์ฟเวอร์อื่นใช้ที่เก็บเดียวกันหรือไม่`,
});

/** Holds files and rows against each other each night; those who manage everything hear of what is missing, once a day. */
export async function checkFiles(app: App): Promise<FileReport> {
  const report = await app.files.check();
  const told: [string, Localised, Localised][] = [
    ...(report.missing + report.damaged > 0
      ? [['missing', TITLE, descriptionOf(report)] as [string, Localised, Localised]]
      : []),
    ...(report.left > 0
      ? [['foreign', FOREIGN, strangersOf(report)] as [string, Localised, Localised]]
      : []),
  ];
  for (const [kind, title, description] of told) {
    await app.transaction({ actor: SYSTEM }, (ctx) =>
      alertAdmins(ctx, {
        title,
        description,
        action: '/manage-system-data/activity-log',
        actionTitle: OPEN,
        dedupeKey: `files:${kind}:${today(ctx.clock)}`,
      }),
    );
  }
  return report;
}
