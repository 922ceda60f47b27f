import { Worker } from 'node:worker_threads';

/** Reads PDFs back as somebody would copy their text. */
export interface PdfReader {
  /** The text of each page. */
  pages(pdf: Uint8Array): Promise<string[]>;
  close(): Promise<unknown>;
}

export function openPdfReader(): PdfReader {
  const worker = new Worker(new URL('../documents/pdf/readPdf.worker.ts', import.meta.url));
  worker.setMaxListeners(50);
  let calls = 0;
  return {
    pages(pdf) {
      calls += 1;
      const id = calls;
      return new Promise((resolve, reject) => {
        const heard = (answer: { id: number; pages?: string[]; error?: string }) => {
          if (answer.id !== id) return;
          worker.off('message', heard);
          if (answer.pages) resolve(answer.pages);
          else reject(new Error(answer.error));
        };
        worker.on('message', heard);
        worker.postMessage({ id, pdf });
      });
    },
    close: () => worker.terminate(),
  };
}

/** Thai copied from a PDF comes with spaces where the words were set, and sara am in its two parts. */
export const squeezed = (text: string): string =>
  text.replace(/\s/g, '').replaceAll('\u0e4d\u0e32', '\u0e33');
