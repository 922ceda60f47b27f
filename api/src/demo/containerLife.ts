import type { Office } from './office.ts';

const CREW = { manager: 'warehouse-manager' } as const;

/** What becomes of the parts of the container that is taken apart, one after the other. */
const WAYS = ['restock', 'scrap', 'restock'] as const;

/** A container that was lost for a day, and one that was taken apart for its parts. */
export async function makeContainerLife(office: Office): Promise<void> {
  const free = await office.rows<{ readonly id: string; readonly version: number }>(
    CREW.manager,
    'products.list',
    { limit: '10', status: 'inWarehouse', saleStatus: 'available', sort: '-createdAt' },
  );
  const [strayed, worn] = free;
  if (!strayed || !worn) throw new Error('the demonstration has no container to spare');
  const lost = await office.act(CREW.manager, 'products.lose', {
    params: { id: strayed.id },
    body: { version: strayed.version, reason: 'ตรวจนับแล้วไม่พบในลานจอดตู้' },
  });
  await office.act(CREW.manager, 'products.found', {
    params: { id: strayed.id },
    body: { version: lost.version, reason: 'พบที่โรงซ่อมด้านหลังคลัง' },
  });
  const doc = await office.act(CREW.manager, 'products.disassembly', { params: { id: worn.id } });
  await office.act(CREW.manager, 'products.disassemble', {
    params: { id: worn.id },
    body: {
      version: worn.version,
      reason: 'โครงตู้ผุ ถอดแยกเพื่อนำอะไหล่กลับมาใช้',
      lines: doc.parts.map(({ id, suggestedBin }, index) => {
        const disposition = WAYS[index % WAYS.length] ?? 'restock';
        return disposition === 'restock'
          ? { id, disposition, condition: 'used' as const, binId: suggestedBin?.id ?? null }
          : { id, disposition };
      }),
    },
  });
}
