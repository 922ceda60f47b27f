import { sql } from 'kysely';
import { defineList } from '../../../kernel/index.ts';
import { documentExport } from '../../../workflow/index.ts';
import { TEXTS } from './labels.ts';
import { jobRows } from './present.ts';
import { customerIsTold } from './told.ts';
import { jobs } from './type.ts';

const { field, choice } = TEXTS;

export const jobList = defineList('jobs.list', {
  ...jobs.list,
  ...jobRows,
  filters: {
    ...jobs.list.filters,
    overdue: 'jb.isOverdue',
    // Else asking for one customer after the other would tell whose a container is.
    customerId: (query, ids, ctx) => {
      const found = query.where(sql<boolean>`jb.customer_id = any(${ids}::uuid[])`);
      const told = customerIsTold(ctx);
      return told === null ? found : found.where(told);
    },
    // Asked of each row in the list's order: of the array's index, all jobs of a person would be sorted.
    technicianId: (query, ids) =>
      query.where(
        sql<boolean>`exists (select 1 from unnest(jb.technician_ids) t(id) where t.id = any(${ids}::uuid[]))`,
      ),
  },
  export: {
    fileName: 'jobs',
    columns: {
      ...documentExport(field.documentNo, TEXTS.status),
      kind: { title: field.kind, type: 'status', labels: choice.kind },
      product: { title: field.product, type: 'text', value: (row) => row.product.serialNumber },
      productModel: { title: field.productModel, type: 'text' },
      customer: { title: field.customer, type: 'text' },
      place: { title: field.place, type: 'text' },
      zone: { title: field.zone, type: 'text' },
      coverage: { title: field.coverage, type: 'status', labels: choice.coverage },
      priority: { title: field.priority, type: 'status', labels: choice.priority },
      channel: { title: field.channel, type: 'status', labels: choice.channel },
      symptomCode: { title: field.symptomCode, type: 'text' },
      symptom: { title: field.symptom, type: 'text' },
      isDown: { title: field.isDown, type: 'text' },
      team: { title: field.team, type: 'text' },
      technicians: {
        title: field.technicians,
        type: 'text',
        value: (row) => row.technicians.map(({ name }) => name).join(', '),
      },
      appointmentStart: { title: field.appointmentStart, type: 'datetime' },
      appointmentEnd: { title: field.appointmentEnd, type: 'datetime' },
      reportedAt: { title: field.reportedAt, type: 'datetime' },
      slaDueAt: { title: field.slaDueAt, type: 'datetime' },
      slaState: { title: field.slaState, type: 'status', labels: choice.slaState },
      resolvedAt: { title: field.resolvedAt, type: 'datetime' },
    },
  },
});

export const jobMaster = defineList('jobs.master', {
  ...jobs.choice,
  select: (query) =>
    query
      .innerJoin('products as p', 'p.id', 'jb.productId')
      .select(['jb.id', 'jb.documentNo as code', 'p.serialNumber as name']),
  map: (rows) => rows,
});
