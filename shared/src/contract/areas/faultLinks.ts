import * as z from 'zod/mini';
import { FAULT_PROGRESS, MAX_FAULT_PHOTOS } from '../../domain/service/faultReports.ts';
import * as field from '../../domain/values/fields.ts';
import { linkTo, mutation, one } from '../endpoint.ts';

/**
 * Calls of whoever holds the link of a container or of a fault report (docs/adr/0120). The server draws
 * their pages: browsers of people at work do not carry these rows (shared/build/withoutProse.cjs).
 */
/** The text of a form's field: nothing is sent for what was left empty. */
const emptyAsNull = <S extends z.core.SomeType>(schema: S) =>
  z.pipe(
    z.transform((value: unknown) => (value === '' ? null : value)),
    field.nullish(schema),
  );

const symptomChoice = z.object({
  id: field.id(),
  name: z.string(),
  nameTh: z.nullable(z.string()),
});
const modelName = z.object({ name: z.string(), nameTh: z.nullable(z.string()) });

export const faultLinksArea = {
  'faultReports.form': one({
    path: '/fault_links/:token',
    access: linkTo('container'),
    summary: 'What the holder of a container’s link may choose to report a fault of it',
    data: z.object({
      model: modelName,
      symptoms: z.array(symptomChoice),
      /** Goes with the report: it makes it one, however often it is sent. */
      form: z.string(),
    }),
  }),
  'faultReports.send': mutation({
    method: 'POST',
    path: '/fault_links/:token',
    access: linkTo('container'),
    summary: 'Reports a fault of the container whose link it is',
    notice: 'none',
    status: 201,
    files: { field: 'photos', max: MAX_FAULT_PHOTOS, optional: true, accepts: 'photos' },
    body: z.object({
      form: z.string().check(z.maxLength(200, { error: 'TOO_LONG' })),
      symptomCodeId: emptyAsNull(field.id()),
      symptom: field.optional(field.text(1000)),
      phone: field.phone(),
      name: field.optional(field.text(100)),
      /** No person sees this field: what fills it is a program. */
      website: field.optional(z.string().check(z.maxLength(500, { error: 'TOO_LONG' }))),
    }),
    data: z.object({ progress: z.string() }),
    answersSecret: true,
  }),
  'faultReports.progress': one({
    path: '/fault_progress/:token',
    access: linkTo('report'),
    summary: 'How far a report has come, for whoever has its link',
    data: z.object({
      model: modelName,
      reportedAt: field.instant(),
      step: z.enum(FAULT_PROGRESS),
      appointmentStart: z.nullable(field.instant()),
      appointmentEnd: z.nullable(field.instant()),
    }),
  }),
} as const;
