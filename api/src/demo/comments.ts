import type { Office } from './office.ts';

/** What people write on a purchase request that waits for its decision. */
export async function talkAboutRequest(office: Office): Promise<void> {
  const [request] = await office.rows<{ readonly id: string }>(
    'purchasing-manager',
    'purchaseRequests.list',
    { status: 'pending' },
  );
  if (!request) return;
  const about = { type: 'purchaseRequests', id: request.id };
  const say = (account: string, text: string, mentions: readonly string[] = []) =>
    office.act(account, 'comments.create', { body: { ...about, text, mentions: [...mentions] } });
  await say('purchasing-manager', '@Kanya Rattana ช่วยสอบถามผู้จำหน่ายว่าส่งของได้เร็วสุดวันไหน', [
    office.idOf('purchasing-officer'),
  ]);
  await say('purchasing-officer', 'สอบถามแล้ว ส่งได้ภายใน 5 วันทำการหลังได้รับใบสั่งซื้อ');
}
