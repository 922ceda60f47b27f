import * as z from 'zod/mini';
import * as field from '../../domain/values/fields.ts';
import { base64 } from '../common.ts';
import { mutation } from '../endpoint.ts';
import { jobDetail, mayOnJobs, technicianStep } from './jobs.ts';

/**
 * Photographs of jobs that come in pieces (docs/adr/0140). Only the page of a technician's day sends them:
 * the host does not carry these rows (shared/build/withoutProse.cjs).
 */

/** Bytes of a photograph that comes in pieces, of one piece, and photographs on their way of one person. */
export const MAX_PHOTO_SIZE = 2 * 1024 * 1024;
export const MAX_PIECE_SIZE = 128 * 1024;
export const MAX_OPEN_UPLOADS = 100;

/** Progress of a photograph; its next piece begins at `received`. */
const uploadState = z.object({ uploadId: field.id(), size: z.int(), received: z.int() });

export const jobUploadsArea = {
  'jobUploads.begin': mutation({
    method: 'POST',
    path: '/material_repair_maintenances/:id/uploads',
    access: mayOnJobs('work'),
    summary: 'Announces a photograph that comes in pieces, or says how far it has come',
    body: z.object({
      uploadId: field.id(),
      fileName: field.requiredText(200),
      size: field.integer(1, MAX_PHOTO_SIZE),
    }),
    data: uploadState,
    touches: [],
  }),
  'jobUploads.add': mutation({
    method: 'POST',
    path: '/material_repair_maintenances/:id/uploads/:uploadId/pieces',
    access: mayOnJobs('work'),
    summary: 'Adds a piece of a photograph; one that is not next changes nothing',
    body: z.object({
      startsAt: field.integer(0, MAX_PHOTO_SIZE),
      /** Bytes as base64. */
      content: base64(MAX_PIECE_SIZE),
    }),
    data: uploadState,
    touches: [],
  }),
  'jobUploads.attach': technicianStep(
    mutation({
      method: 'POST',
      path: '/material_repair_maintenances/:id/uploads/:uploadId/attach',
      access: mayOnJobs('work'),
      summary: 'Attaches a photograph whose pieces have all come',
      data: jobDetail,
      touches: ['jobs'],
    }),
  ),
} as const;
