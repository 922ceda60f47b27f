import { Worker } from 'node:worker_threads';

/** Reads PDFs back as somebody would copy their text, or hold a phone before them. */
export interface PdfReader {
  /** The text of each page. */
  pages(pdf: Uint8Array): Promise<string[]>;
  /** The texts of its QR codes, read as a camera would from its drawn pages. */
  codes(pdf: Uint8Array): Promise<string[]>;
  close(): Promise<unknown>;
}

export function openPdfReader(): PdfReader {
  const worker = new Worker(new URL('../documents/pdf/readPdf.worker.ts', import.meta.url));
  worker.setMaxListeners(50);
  let calls = 0;
  const ask = (pdf: Uint8Array, wants: 'pages' | 'codes'): Promise<string[]> => {
    calls += 1;
    const id = calls;
    return new Promise((resolve, reject) => {
      const heard = (answer: { id: number; read?: string[]; error?: string }) => {
        if (answer.id !== id) return;
        worker.off('message', heard);
        if (answer.read) resolve(answer.read);
        else reject(new Error(answer.error));
      };
      worker.on('message', heard);
      worker.postMessage({ id, pdf, wants });
    });
  };
  return {
    pages: (pdf) => ask(pdf, 'pages'),
    codes: (pdf) => ask(pdf, 'codes'),
    close: () => worker.terminate(),
  };
}

/** Thai copied from a PDF comes with spaces where the words were set, and sara am in its two parts. */
export const squeezed = (text: string): string =>
  text.replace(/\s/g, '').replaceAll('\u0e4d\u0e32', '\u0e33');

/** The fields of an EMV payment code by their ids: each is two digits of id, two of length, then its value. */
export function emvFields(code: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (let at = 0; at < code.length; ) {
    const length = Number(code.slice(at + 2, at + 4));
    fields.set(code.slice(at, at + 2), code.slice(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}
