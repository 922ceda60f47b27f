import type { DocumentModel } from '../model.ts';
import { renderDocumentPdf } from './document.ts';
import { type LabelsModel, renderLabelsPdf } from './labels.ts';

/** A PDF that a worker thread lays out (docs/adr/0096-pdfs-in-threads.md). */
export type PrintTask =
  | { readonly kind: 'document'; readonly model: DocumentModel }
  | { readonly kind: 'labels'; readonly model: LabelsModel };

export const runPrintTask = (task: PrintTask): Promise<Buffer> =>
  task.kind === 'document' ? renderDocumentPdf(task.model) : renderLabelsPdf(task.model);
