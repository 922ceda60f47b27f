import { formatDate } from '../../../documents/format.ts';
import { audienceOf, type Ctx, type Notice, notify, today } from '../../../kernel/index.ts';
import { type ContractRow, contracts } from './type.ts';

/** A notice about a contract; it is told once for each key. */
export const noticeOf = (
  id: string,
  {
    key,
    ...said
  }: Omit<Notice, 'action' | 'actionTitle' | 'entity' | 'dedupeKey'> & {
    readonly key: string;
  },
): Notice => ({
  ...said,
  action: contracts.path(id),
  actionTitle: { en: 'Open', th: 'เปิดเอกสาร' },
  entity: { type: contracts.type.subject, id },
  dedupeKey: `contracts:${id}:${key}`,
});

/** Whoever sold it, wrote it and approved it, but for the one who acts. */
const partiesTo = (ctx: Ctx, row: ContractRow): (string | null)[] =>
  [row.saleId, row.createdBy, row.approvedBy].filter((id) => id !== ctx.actor.userId);

/** It is in force (domain-containers 5). */
export const activated = (ctx: Ctx, row: ContractRow, day: string) => [
  {
    to: partiesTo(ctx, row),
    notice: noticeOf(row.id, {
      category: 'news',
      type: 'success',
      title: { en: `Contract ${row.documentNo} is in force`, th: `สัญญา ${row.documentNo} มีผลแล้ว` },
      description: {
        en: `Since ${formatDate(day, 'en')}.`,
        th: `ตั้งแต่วันที่ ${formatDate(day, 'th')}`,
      },
      key: 'activated',
    }),
  },
];

/** It was ended before its time. */
export const terminated = (ctx: Ctx, row: ContractRow, reason: string) => [
  {
    to: partiesTo(ctx, row),
    notice: noticeOf(row.id, {
      category: 'alert',
      type: 'warning',
      title: {
        en: `Contract ${row.documentNo} was terminated`,
        th: `สัญญา ${row.documentNo} ถูกบอกเลิกแล้ว`,
      },
      description: { en: reason, th: reason },
      key: 'terminated',
    }),
  },
];

/** A lease is over: the salesperson renews it, or takes the container back. */
export const expired = (row: ContractRow & { readonly isRenewed: boolean }) => ({
  to: [row.saleId],
  notice: noticeOf(row.id, {
    category: 'alert',
    type: 'warning',
    title: {
      en: `Lease ${row.documentNo} is over`,
      th: `สัญญาเช่า ${row.documentNo} สิ้นสุดแล้ว`,
    },
    description: row.isRenewed
      ? {
          en: 'The contract that renews it holds the container: bring it into force.',
          th: 'ตู้ถูกจองให้สัญญาที่ต่ออายุแล้ว กรุณาดำเนินการให้สัญญาใหม่มีผล',
        }
      : {
          en: 'Renew it, or take the container back.',
          th: 'กรุณาต่ออายุสัญญา หรือรับตู้กลับคืน',
        },
    key: 'expired',
  }),
});

/** Nothing comes of a change that somebody proposed. */
export const changeDropped = (row: ContractRow) => ({
  to: [row.proposedBy],
  notice: noticeOf(row.id, {
    category: 'alert',
    type: 'warning',
    title: {
      en: `The change that was proposed of contract ${row.documentNo} was not made`,
      th: `การแก้ไขที่เสนอไว้ของสัญญา ${row.documentNo} ไม่มีผล`,
    },
    description: {
      en: 'It was rejected or called off, or the contract is over.',
      th: 'การแก้ไขไม่ได้รับอนุมัติ ถูกยกเลิก หรือสัญญาสิ้นสุดแล้ว',
    },
    key: `changeDropped:${row.version}`,
  }),
});

/** A container was set up at another address than its contract says: the contract is changed, or the container moved. */
export const standsElsewhere = ({
  id,
  documentNo,
  version,
  serialNumber,
  siteReason,
}: Pick<ContractRow, 'id' | 'documentNo' | 'version'> & {
  readonly serialNumber: string;
  readonly siteReason: string;
}): Notice =>
  noticeOf(id, {
    category: 'alert',
    type: 'warning',
    title: {
      en: `Container ${serialNumber} stands at another address than contract ${documentNo} says`,
      th: `ตู้ ${serialNumber} ติดตั้งคนละที่อยู่กับสัญญา ${documentNo}`,
    },
    description: {
      en: `${siteReason} · Propose a change of the place of installation, or have the container moved.`,
      th: `${siteReason} · กรุณาเสนอแก้ไขสถานที่ติดตั้ง หรือย้ายตู้`,
    },
    key: `standsElsewhere:${serialNumber}:${version}`,
  });

/** An exchange is approved: somebody asks for the other container. */
export const exchangeAgreed = (row: ContractRow, serialNumber: string) => ({
  to: [row.saleId, row.proposedBy],
  notice: noticeOf(row.id, {
    category: 'message',
    type: 'success',
    title: {
      en: `The exchange of the container of contract ${row.documentNo} is approved`,
      th: `อนุมัติการเปลี่ยนตู้ของสัญญา ${row.documentNo} แล้ว`,
    },
    description: {
      en: `Ask for container ${serialNumber} by a requisition; it is then installed at the customer.`,
      th: `กรุณาขอเบิกตู้ ${serialNumber} เพื่อนำไปติดตั้งให้ลูกค้า`,
    },
    key: `exchangeAgreed:${row.version}`,
  }),
});

/** The other container was set up, and the one before is on its way back. */
export const exchangeMade = (
  ctx: Ctx,
  row: ContractRow,
  { before, next }: { readonly before: string; readonly next: string },
) => ({
  to: [row.saleId, row.proposedBy].filter((id) => id !== ctx.actor.userId),
  notice: noticeOf(row.id, {
    category: 'message',
    type: 'success',
    title: {
      en: `The container of contract ${row.documentNo} is exchanged`,
      th: `เปลี่ยนตู้ของสัญญา ${row.documentNo} แล้ว`,
    },
    description: {
      en: `${next} stands at the customer in place of ${before}.`,
      th: `ติดตั้งตู้ ${next} แทนตู้ ${before} แล้ว`,
    },
    key: `exchangeMade:${row.version}`,
  }),
});

/** The container of an agreed contract is lost before it was installed. */
export const lostBefore = ({
  id,
  documentNo,
  isExchange,
  product: { serialNumber, version },
}: Pick<ContractRow, 'id' | 'documentNo'> & {
  /** It was to take the place of the container that stands at the customer. */
  readonly isExchange: boolean;
  readonly product: { readonly serialNumber: string; readonly version: number };
}): Notice =>
  noticeOf(id, {
    category: 'alert',
    type: 'error',
    title: containerIsLost(serialNumber, documentNo),
    description: isExchange
      ? {
          en: 'It got lost before it was installed. Wait until it is found, or call the exchange off.',
          th: 'ตู้สูญหายก่อนติดตั้ง กรุณารอจนกว่าจะพบ หรือยกเลิกการเปลี่ยนตู้',
        }
      : {
          en: 'It got lost before it was installed. Wait until it is found, or cancel the contract.',
          th: 'ตู้สูญหายก่อนติดตั้ง กรุณารอจนกว่าจะพบ หรือยกเลิกสัญญา',
        },
    // It may be lost again.
    key: `containerLost:${version}`,
  });

const containerIsLost = (serialNumber: string, documentNo: string | null) => ({
  en: `Container ${serialNumber} of contract ${documentNo} is lost`,
  th: `ตู้ ${serialNumber} ของสัญญา ${documentNo} สูญหาย`,
});

/** A contract is in force, and its container does not stand at the customer. */
export const containerAway = ({
  id,
  documentNo,
  serialNumber,
  isLost,
  since,
}: Pick<ContractRow, 'id' | 'documentNo'> & {
  readonly serialNumber: string;
  readonly isLost: boolean;
  readonly since: Date;
}): Notice =>
  noticeOf(id, {
    category: 'alert',
    type: 'warning',
    title: isLost
      ? containerIsLost(serialNumber, documentNo)
      : {
          en: `Contract ${documentNo} is in force, and container ${serialNumber} is not installed`,
          th: `สัญญา ${documentNo} มีผลอยู่ แต่ตู้ ${serialNumber} ไม่ได้ติดตั้ง`,
        },
    description: isLost
      ? {
          en: 'Exchange it, wait until it is found, or terminate the contract.',
          th: 'กรุณาเปลี่ยนตู้ รอจนกว่าจะพบ หรือบอกเลิกสัญญา',
        }
      : {
          en: 'Have it installed, exchange it, or terminate the contract.',
          th: 'กรุณาติดตั้งตู้ เปลี่ยนตู้ หรือบอกเลิกสัญญา',
        },
    // Told once for each time that it went away.
    key: `containerAway:${since.getTime()}`,
  });

/** A container that was lost is at its customer again. */
export const containerFound = ({
  id,
  documentNo,
  serialNumber,
  productVersion,
  exchangeWaits,
}: Pick<ContractRow, 'id' | 'documentNo'> & {
  readonly serialNumber: string;
  /** It may be lost and found again. */
  readonly productVersion: number;
  readonly exchangeWaits: boolean;
}): Notice =>
  noticeOf(id, {
    category: 'alert',
    type: 'info',
    title: {
      en: `Container ${serialNumber} of contract ${documentNo} is found`,
      th: `พบตู้ ${serialNumber} ของสัญญา ${documentNo} แล้ว`,
    },
    description: exchangeWaits
      ? {
          en: 'It stands at the customer again. Its exchange still waits.',
          th: 'ตู้ตั้งอยู่ที่ลูกค้าตามเดิม การเปลี่ยนตู้ยังรอดำเนินการ',
        }
      : {
          en: 'It stands at the customer again. A warranty that is paid goes on to the same last day.',
          th: 'ตู้ตั้งอยู่ที่ลูกค้าตามเดิม การรับประกันที่ชำระแล้วคุ้มครองต่อจนถึงวันสิ้นสุดเดิม',
        },
    key: `containerFound:${productVersion}`,
  });

/** States in which a container is to be set up. */
const INSTALLING = contracts.type.machine.actions.install?.from ?? [];

/**
 * Each night: contracts whose first day has passed and whose container does not stand at the customer;
 * the salesperson and whoever puts contracts in force hear of each promised day once.
 */
export async function remindOfInstallations(ctx: Ctx): Promise<void> {
  const due = await ctx.db
    .selectFrom('contracts')
    .where('status', 'in', [...INSTALLING])
    .where('installedOn', 'is', null)
    .where('startDate', '<', today(ctx.clock))
    .select(['id', 'documentNo', 'saleId', 'companyId', 'startDate'])
    .orderBy('id')
    .execute();
  for (const { id, documentNo, saleId, companyId, startDate } of due) {
    const people = await audienceOf(ctx, {
      ability: 'purchase-contract:activate',
      companyId,
      ownerIds: [saleId],
    });
    await notify(
      ctx,
      [saleId, ...people],
      noticeOf(id, {
        category: 'alert',
        type: 'warning',
        title: {
          en: `The container of contract ${documentNo} is not installed`,
          th: `ยังไม่ได้ติดตั้งตู้ของสัญญา ${documentNo}`,
        },
        description: {
          en: `It was promised for ${formatDate(startDate, 'en')}.`,
          th: `กำหนดติดตั้งวันที่ ${formatDate(startDate, 'th')}`,
        },
        key: `notInstalled:${startDate}`,
      }),
    );
  }
}
