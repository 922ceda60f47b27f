import { registerContract } from '@boxyard/shared/client';
import { serviceMastersArea } from '@boxyard/shared/contract/areas/serviceMasters.ts';
import { ABSENCE_REASONS, JOB_CODE_KINDS } from '@boxyard/shared/domain/service/masters.ts';
import { defineResource } from '@boxyard/shared/kit';
import { InstantInput } from '../../InstantInput.tsx';
import { LevelInput, LevelText } from './Level.tsx';

registerContract(serviceMastersArea);

const MANAGE = 'repair-list:manage-masters';
const PAGE = 'repair-list';
const byVerb = (verb: string) => ({ create: verb, update: verb, delete: verb });

/** Codes of symptoms, causes and actions (domain-containers 1.4). */
export const jobCodes = defineResource({
  list: 'jobCodes.list',
  texts: 'remote-repair-maintenance:jobCodes',
  page: PAGE,
  abilities: byVerb(MANAGE),
  columns: (c) => [
    c.text('code', { width: 140 }),
    c.ref('name', { value: (row) => ({ name: row.name, nameTh: row.nameTh }) }),
    c.choice('kind'),
    c.ref('productType', { show: 'name' }),
    c.flag('isActive', { card: 'corner' }),
  ],
  form: (f) => [
    f.choice('kind', [...JOB_CODE_KINDS], { span: 6, only: 'create' }),
    f.text('code', { span: 6, autoFocus: true }),
    f.text('name', { span: 6 }),
    f.text('nameTh', { span: 6 }),
    f.record('productTypeId', 'productTypes.all', { span: 6, help: 'help.productType' }),
    f.flag('isActive', { only: 'edit' }),
  ],
});

/** Skills of technicians by type of container. */
export const technicianSkills = defineResource({
  list: 'technicianSkills.list',
  texts: 'remote-repair-maintenance:technicianSkills',
  page: PAGE,
  abilities: byVerb(MANAGE),
  columns: (c) => [
    c.person('user'),
    c.ref('productType', { show: 'name' }),
    c.custom('level', { card: 'corner', render: ({ level }) => <LevelText level={level} /> }),
    c.text('note'),
    c.dateTime('createdAt', { hidden: true }),
  ],
  form: (f) => [
    f.record('userId', 'technicianSkills.technicians', { span: 6, only: 'create' }),
    f.record('productTypeId', 'productTypes.all', { span: 6, only: 'create' }),
    f.custom('level', (props) => <LevelInput {...props} />, { span: 6 }),
    f.text('note', { span: 6 }),
  ],
  nameOf: ({ user, productType }) => `${user.name}: ${productType.name}`,
});

const absencesBy = (verb: string) =>
  defineResource({
    list: 'technicianAbsences.list',
    texts: 'remote-repair-maintenance:technicianAbsences',
    page: PAGE,
    abilities: byVerb(verb),
    columns: (c) => [
      c.person('user'),
      c.dateTime('startsAt'),
      c.dateTime('endsAt'),
      c.choice('reason', { card: 'corner' }),
      c.text('note'),
    ],
    form: (f) => [
      f.record('userId', 'technicianSkills.technicians', {
        span: 6,
        only: 'create',
        ability: MANAGE,
        help: 'help.user',
      }),
      f.custom('startsAt', (props) => <InstantInput {...props} usual="08:30" />, { span: 6 }),
      f.custom('endsAt', (props) => <InstantInput {...props} usual="17:30" />, { span: 6 }),
      f.choice('reason', [...ABSENCE_REASONS], { span: 6 }),
      f.text('note', { span: 6 }),
    ],
    nameOf: ({ user }) => user.name,
  });

/** Absences: all for the people who keep the masters, their own for technicians. */
export const technicianAbsences = absencesBy(MANAGE);
export const ownAbsences = absencesBy('repair-list:work');
