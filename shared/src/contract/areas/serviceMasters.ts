import * as z from 'zod/mini';
import { ABSENCE_REASONS, JOB_CODE_KINDS, SKILL_LEVELS } from '../../domain/service/masters.ts';
import * as field from '../../domain/values/fields.ts';
import { active, nothing, recordFields, ref, userRef } from '../common.ts';
import { ability, list, lookup, mutation } from '../endpoint.ts';

/** Masters that jobs need (domain-containers 1.4): codes, skills and absences. */
const VIEWERS = ['repair-list:view', 'maintenance-list:view'] as const;
const VIEW = ability(...VIEWERS);
const MANAGE = ability('repair-list:manage-masters');
/** Technicians enter their own absences; the handler refuses those of others. */
const AWAY = ability('repair-list:manage-masters', 'repair-list:work', 'maintenance-list:work');

const jobCode = z.object({
  ...recordFields,
  kind: z.enum(JOB_CODE_KINDS),
  code: z.string(),
  name: z.string(),
  nameTh: z.nullable(z.string()),
  /** Null: it describes containers of every type. */
  productType: z.nullable(ref()),
  isActive: z.boolean(),
});
const codeBody = {
  code: field.code(20),
  name: field.requiredText(120),
  nameTh: field.nullish(field.text(120)),
  productTypeId: field.nullish(field.id()),
};

const technicianSkill = z.object({
  ...recordFields,
  user: userRef(),
  productType: ref(),
  level: z.int(),
  note: z.nullable(z.string()),
});
const skillBody = {
  level: field.integer(SKILL_LEVELS.least, SKILL_LEVELS.most),
  note: field.nullish(field.text(300)),
};

const technicianAbsence = z.object({
  ...recordFields,
  user: userRef(),
  startsAt: field.instant(),
  endsAt: field.instant(),
  reason: z.enum(ABSENCE_REASONS),
  note: z.nullable(z.string()),
});
const absenceBody = {
  startsAt: field.instant(),
  /** The first instant at which the person is back. */
  endsAt: field.instant(),
  reason: z.enum(ABSENCE_REASONS, { error: 'ONE_OF' }),
  note: field.nullish(field.text(300)),
};
const endsAfterStart = () =>
  z.refine<{ startsAt: string; endsAt: string }>(
    ({ startsAt, endsAt }) => Date.parse(startsAt) < Date.parse(endsAt),
    { error: 'DATE_ORDER', path: ['endsAt'] },
  );

export const serviceMastersArea = {
  'jobCodes.list': list({
    path: '/job_codes',
    access: VIEW,
    summary: 'Codes of symptoms, causes and actions',
    list: {
      filters: {
        kind: { kind: 'enum', values: JOB_CODE_KINDS },
        productTypeId: { kind: 'id', lookup: 'productTypes.all' },
        isActive: { kind: 'flag' },
      },
      sorts: ['code', 'name', 'createdAt'],
      defaultSort: 'code',
      exportColumns: ['kind', 'code', 'name', 'nameTh', 'productType', 'isActive'],
    },
    row: jobCode,
  }),
  'jobCodes.master': list({
    path: '/job_codes/master',
    access: lookup(...VIEWERS),
    summary: 'Choice of a code; of a type of container, those of every type as well',
    list: {
      filters: {
        kind: { kind: 'enum', values: JOB_CODE_KINDS },
        productTypeId: { kind: 'id', lookup: 'productTypes.all' },
      },
      sorts: ['code'],
      defaultSort: 'code',
      maxLimit: 1000,
    },
    row: z.object({
      id: field.id(),
      kind: z.enum(JOB_CODE_KINDS),
      code: z.string(),
      name: z.string(),
      nameTh: z.nullable(z.string()),
    }),
  }),
  'jobCodes.create': mutation({
    method: 'POST',
    path: '/job_codes',
    access: MANAGE,
    summary: 'Adds a code',
    status: 201,
    body: z.object({ kind: z.enum(JOB_CODE_KINDS, { error: 'ONE_OF' }), ...codeBody }),
    data: jobCode,
    lookups: ['productTypes.all'],
    touches: ['jobCodes'],
  }),
  'jobCodes.update': mutation({
    method: 'PATCH',
    path: '/job_codes/:id',
    access: MANAGE,
    summary: 'Changes a code; its kind stays',
    body: z.object({ version: field.version(), ...codeBody, ...active }),
    data: jobCode,
    lookups: ['productTypes.all'],
    touches: ['jobCodes'],
  }),
  'jobCodes.delete': mutation({
    method: 'DELETE',
    path: '/job_codes/:id',
    access: MANAGE,
    summary: 'Deletes a code never used',
    data: nothing(),
    touches: ['jobCodes'],
  }),

  'technicianSkills.list': list({
    path: '/technician_skills',
    access: VIEW,
    summary: 'Which types of containers technicians can service',
    list: {
      filters: {
        userId: { kind: 'id', lookup: 'technicianSkills.technicians' },
        productTypeId: { kind: 'id', lookup: 'productTypes.all' },
      },
      sorts: ['createdAt', 'level'],
      defaultSort: '-createdAt',
      exportColumns: ['user', 'productType', 'level', 'note'],
    },
    row: technicianSkill,
  }),
  'technicianSkills.technicians': list({
    path: '/technician_skills/technicians',
    access: lookup(...VIEWERS),
    summary: 'Choice of a technician; of a type of container, those who can service it',
    list: {
      filters: { productTypeId: { kind: 'id', lookup: 'productTypes.all' } },
      sorts: ['name'],
      defaultSort: 'name',
      maxLimit: 1000,
    },
    row: z.object({ id: field.id(), code: z.nullable(z.string()), name: z.string() }),
  }),
  'technicianSkills.create': mutation({
    method: 'POST',
    path: '/technician_skills',
    access: MANAGE,
    summary: 'Says which type of container a technician can service',
    status: 201,
    body: z.object({ userId: field.id(), productTypeId: field.id(), ...skillBody }),
    data: technicianSkill,
    lookups: ['technicianSkills.technicians', 'productTypes.all'],
    touches: ['technicianSkills'],
  }),
  'technicianSkills.update': mutation({
    method: 'PATCH',
    path: '/technician_skills/:id',
    access: MANAGE,
    summary: 'Changes level and note of a skill',
    body: z.object({ version: field.version(), ...skillBody }),
    data: technicianSkill,
    touches: ['technicianSkills'],
  }),
  'technicianSkills.delete': mutation({
    method: 'DELETE',
    path: '/technician_skills/:id',
    access: MANAGE,
    summary: 'Takes a skill away',
    data: nothing(),
    touches: ['technicianSkills'],
  }),

  'technicianAbsences.list': list({
    path: '/technician_absences',
    access: VIEW,
    summary: 'When technicians are away',
    list: {
      filters: {
        userId: { kind: 'id', lookup: 'technicianSkills.technicians' },
        reason: { kind: 'enum', values: ABSENCE_REASONS },
      },
      sorts: ['startsAt'],
      defaultSort: '-startsAt',
      dateField: 'startsAt',
      exportColumns: ['user', 'startsAt', 'endsAt', 'reason', 'note'],
    },
    row: technicianAbsence,
  }),
  'technicianAbsences.create': mutation({
    method: 'POST',
    path: '/technician_absences',
    access: AWAY,
    summary: 'Enters an absence; without a person, one’s own',
    status: 201,
    body: z.object({ userId: field.nullish(field.id()), ...absenceBody }).check(endsAfterStart()),
    data: technicianAbsence,
    lookups: ['technicianSkills.technicians'],
    touches: ['technicianAbsences'],
  }),
  'technicianAbsences.update': mutation({
    method: 'PATCH',
    path: '/technician_absences/:id',
    access: AWAY,
    summary: 'Changes an absence; its person stays',
    body: z.object({ version: field.version(), ...absenceBody }).check(endsAfterStart()),
    data: technicianAbsence,
    touches: ['technicianAbsences'],
  }),
  'technicianAbsences.delete': mutation({
    method: 'DELETE',
    path: '/technician_absences/:id',
    access: AWAY,
    summary: 'Deletes an absence',
    data: nothing(),
    touches: ['technicianAbsences'],
  }),
} as const;
