import type { Family, HandlersOf } from '../../../kernel/index.ts';
import { cancelRun, createRun, invoiceRunList, previewRun, runById } from './runs.ts';

export const invoiceRunHandlers: HandlersOf<Family<'invoiceRuns'>> = {
  'invoiceRuns.preview': previewRun,
  'invoiceRuns.list': invoiceRunList.run,
  'invoiceRuns.get': async (ctx, { params }) => ({ data: await runById(ctx, params.id) }),
  'invoiceRuns.create': createRun,
  'invoiceRuns.cancel': cancelRun,
};

export { runInvoices } from './job.ts';
