import type { Office } from './office.ts';
import { picture } from './picture.ts';

interface Told {
  /** Place of the container among those that stand at customers. */
  readonly container: number;
  readonly symptom: string;
  readonly name: string;
  readonly phone: string;
  readonly hasPhoto?: true;
  /** A program wrote it. */
  readonly isProgram?: true;
}

/** Faults that people at the containers report by their codes. */
const TOLD: readonly Told[] = [
  {
    container: 5,
    symptom: 'กดแล้วสินค้าไม่ตก ช่อง 12',
    name: 'คุณมาลี',
    phone: '0812223344',
    hasPhoto: true,
  },
  { container: 5, symptom: 'ตอนนี้ช่อง 13 ก็ไม่ตกแล้ว', name: 'คุณมาลี', phone: '0812223344' },
  { container: 8, symptom: 'เงินทอนไม่ออก ขาดไป 20 บาท', name: '', phone: '0867778899' },
  {
    container: 11,
    symptom: 'The display is dark',
    name: 'James',
    phone: '0945556677',
    hasPhoto: true,
  },
  {
    container: 8,
    symptom: 'CHEAP LOANS, CALL NOW',
    name: 'x',
    phone: '0999999999',
    isProgram: true,
  },
];

/** Reports that wait for the dispatcher, and spam. */
export async function makeFaultReports(
  office: Office,
  containers: readonly { readonly id: string }[],
): Promise<void> {
  for (const { container, symptom, name, phone, hasPhoto, isProgram } of TOLD) {
    const id = containers[container % containers.length]?.id ?? '';
    const { form } = await office.actByLink(id, 'faultReports.form');
    await office.actByLink(id, 'faultReports.send', {
      body: {
        form,
        symptom,
        name,
        phone,
        ...(isProgram ? { website: 'https://loans.example' } : {}),
      },
      files: hasPhoto ? [{ ...picture('photo.png', true), field: 'photos' }] : [],
    });
  }
}
