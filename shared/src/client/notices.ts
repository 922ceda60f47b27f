import type { Method } from '../contract/endpoint.ts';
import type { ApiError } from './errors.ts';
import { NO_RESPONSE } from './errors.ts';
import type { ClientName, Language, Notice } from './ports.ts';

/** The texts of specification 8, one table: Thai wording in Thai, the meaning in English. */
export const NOTICE_TEXTS = {
  saved: { en: 'Data saved successfully', th: 'บันทึกข้อมูลสำเร็จ' },
  deleted: { en: 'Data deleted successfully', th: 'ลบข้อมูลสำเร็จ' },
  signInAgain: { en: 'Please sign in again', th: 'กรุณาเข้าสู่ระบบใหม่อีกครั้ง' },
  error: { en: 'Error', th: 'เกิดข้อผิดพลาด' },
  noRight: {
    en: 'You have no right to access this data',
    th: 'คุณไม่มีสิทธิ์เข้าถึงข้อมูลนี้',
  },
  serverError: { en: 'Server error', th: 'เซิร์ฟเวอร์เกิดข้อผิดพลาด' },
  saveFailed: { en: 'Error saving data', th: 'เกิดข้อผิดพลาดในการบันทึกข้อมูล' },
  noConnection: { en: 'Cannot connect to server', th: 'ไม่สามารถเชื่อมต่อกับเซิร์ฟเวอร์ได้' },
  actionFailed: { en: 'Action failed', th: 'ดำเนินการไม่สำเร็จ' },
  unknownError: { en: 'Unknown error', th: 'ข้อผิดพลาดที่ไม่ทราบสาเหตุ' },
  signedIn: { en: 'Signed in', th: 'เข้าสู่ระบบสำเร็จ' },
  signedUp: {
    en: 'Request sent: an administrator will approve your account',
    th: 'ส่งคำขอแล้ว ผู้ดูแลระบบจะอนุมัติบัญชีของคุณ',
  },
  checkEmail: { en: 'Please check your email', th: 'กรุณาตรวจสอบอีเมลของคุณ' },
  passwordChanged: { en: 'Password changed', th: 'เปลี่ยนรหัสผ่านแล้ว' },
  approved: { en: 'Approved', th: 'อนุมัติแล้ว' },
  endorsed: {
    en: 'Endorsed, waits for a higher approver',
    th: 'ให้ความเห็นชอบแล้ว รอผู้มีอำนาจสูงกว่าอนุมัติ',
  },
  rejected: { en: 'Rejected', th: 'ไม่อนุมัติแล้ว' },
  statusChanged: { en: 'Status changed', th: 'เปลี่ยนสถานะแล้ว' },
  statusChangeFailed: { en: 'Status change failed', th: 'เปลี่ยนสถานะไม่สำเร็จ' },
  saleStatusChanged: { en: 'Sale status changed', th: 'เปลี่ยนสถานะการขายแล้ว' },
  notificationSent: { en: 'Notification sent', th: 'ส่งการแจ้งเตือนแล้ว' },
  exportQueued: { en: 'The export is being prepared', th: 'กำลังเตรียมไฟล์ส่งออก' },
  notYetFound: { en: 'Not yet found', th: 'ยังไม่พบข้อมูล' },
} as const satisfies Record<string, Record<Language, string>>;

export type NoticeKey = keyof typeof NOTICE_TEXTS;

export const isNoticeKey = (key: string): key is NoticeKey => Object.hasOwn(NOTICE_TEXTS, key);

/** What is known about a finished call. */
export interface Outcome {
  readonly client: ClientName;
  readonly method: Method;
  readonly language: Language;
  /** `notice` of the contract row, chosen by the outcome. */
  readonly notice?: string | undefined;
  /** Text of a failure where the table allows one of its own; `none` leaves it to the page. */
  readonly errorNotice?: NoticeKey | 'none' | undefined;
}

const bare = (text: string): string =>
  text
    .trim()
    .replace(/[.!。]+$/, '')
    .toLowerCase();

/** What stands below a title; a sentence that the title has said already is not said again. */
const detailOf = (title: string, text: string | undefined): Pick<Notice, 'detail'> =>
  text && bare(text) !== bare(title) ? { detail: text } : {};

/** The notice of a success, or null (specification 8). */
export function successNotice(outcome: Outcome, message: string | undefined): Notice | null {
  const { client, method, language, notice = 'default' } = outcome;
  if (notice === 'none' || (notice === 'default' && method === 'GET')) return null;
  const byMethod = client === 'backOffice' && method === 'DELETE' ? 'deleted' : 'saved';
  const key = isNoticeKey(notice) ? notice : byMethod;
  const title = NOTICE_TEXTS[key][language];
  return { type: 'success', title, from: client, ...detailOf(title, message) };
}

/** The notice of a failure, or null (specification 8). */
export function failureNotice(outcome: Outcome, error: ApiError): Notice | null {
  const { client, method, language, errorNotice } = outcome;
  const said = error.fromServer ? error.message : undefined;
  const notice = (key: NoticeKey, detail?: string): Notice => {
    const title = NOTICE_TEXTS[key][language];
    return { type: 'error', title, from: client, ...detailOf(title, detail) };
  };
  if (error.statusCode === 401) {
    return notice('signInAgain', said ?? NOTICE_TEXTS.error[language]);
  }
  if (client === 'backOffice') {
    if (method === 'GET' || errorNotice === 'none') return null;
    return notice(errorNotice ?? 'actionFailed', said ?? NOTICE_TEXTS.unknownError[language]);
  }
  if (error.statusCode === 403) return notice('noRight', said);
  if (error.statusCode === NO_RESPONSE) return notice('noConnection', error.message);
  if (error.statusCode === 500) return notice('serverError', said);
  if (method === 'GET' || errorNotice === 'none') return null;
  return notice(errorNotice ?? 'saveFailed', said);
}
