import { addDays, bangkokDate, startOfBangkokDay } from '@boxyard/shared/domain';
import { JOB_CODE_KINDS } from '@boxyard/shared/domain/service/masters.ts';
import { JOB_CODES } from './jobCodes.ts';
import type { Office } from './office.ts';
import { ADMIN } from './people.ts';

const MANAGER = 'engineer-manager';

interface Coded {
  readonly id: string;
  readonly code: string;
}

/** The codes that jobs are described by, before the first job. */
export async function makeJobCodes(office: Office): Promise<void> {
  const bodies = JOB_CODE_KINDS.flatMap((kind) =>
    JOB_CODES[kind].map(({ type: _type, ...names }) => ({ kind, ...names })),
  );
  await Promise.all(bodies.map((body) => office.act(MANAGER, 'jobCodes.create', { body })));
}

/** Skills: account, type of container, level, and the account that enters it. */
const SKILLS = [
  ['technician', 'DRINK', 3, MANAGER],
  ['technician', 'SNACK', 2, MANAGER],
  [MANAGER, 'DRINK', 2, MANAGER],
  [MANAGER, 'SNACK', 3, MANAGER],
  ['technician.east', 'DRINK', 2, ADMIN.account],
] as const;

/** Codes of one type of container, skills, and absences of the next days, once there are types. */
export async function makeTechnicians(office: Office): Promise<void> {
  const types = await office.rows<Coded>(MANAGER, 'productTypes.all', { limit: '1000' });
  const typeIds = new Map(types.map((type) => [type.code, type.id]));
  const codes = await office.rows<Coded & { readonly version: number }>(MANAGER, 'jobCodes.list', {
    limit: '100',
  });
  const ofOneType = Object.values(JOB_CODES)
    .flat()
    .flatMap(({ type, ...names }) => {
      const made = codes.find((one) => one.code === names.code);
      const productTypeId = type && typeIds.get(type);
      return made && productTypeId ? [{ made, body: { ...names, productTypeId } }] : [];
    });
  await Promise.all([
    ...ofOneType.map(({ made: { id, version }, body }) =>
      office.act(MANAGER, 'jobCodes.update', {
        params: { id },
        body: { ...body, version, isActive: true },
      }),
    ),
    ...SKILLS.map(([account, type, level, by]) =>
      office.act(by, 'technicianSkills.create', {
        body: { userId: office.idOf(account), productTypeId: typeIds.get(type), level },
      }),
    ),
  ]);
  const today = bangkokDate(office.clock.now());
  const span = (from: number, days: number) => ({
    startsAt: startOfBangkokDay(addDays(today, from)).toISOString(),
    endsAt: startOfBangkokDay(addDays(today, from + days)).toISOString(),
  });
  await office.act('technician', 'technicianAbsences.create', {
    body: { ...span(9, 2), reason: 'leave', note: null },
  });
  await office.act(ADMIN.account, 'technicianAbsences.create', {
    body: {
      ...span(4, 1),
      userId: office.idOf('technician.east'),
      reason: 'training',
      note: 'อบรมระบบทำความเย็น',
    },
  });
}
