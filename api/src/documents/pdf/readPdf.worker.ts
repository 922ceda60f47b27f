import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { PDFParse } from 'pdf-parse';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Large enough that a camera would read it as well. */
const SCALE = 3;
const MOST_CODES = 12;

/** The texts of the codes on all pages, read from the pages as they are drawn. */
async function codesOf(parser: PDFParse): Promise<string[]> {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  const wasmBinary = Uint8Array.from(readFileSync(file)).buffer;
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true });
  const { pages } = await parser.getScreenshot({ scale: SCALE });
  const found = await Promise.all(
    pages.map(({ data }) =>
      readBarcodes(data, { formats: ['QRCode'], maxNumberOfSymbols: MOST_CODES }),
    ),
  );
  return found.flat().map(({ text }) => text);
}

// The reader loads its own parts by dynamic import, which the test runner's sandbox does not allow;
// in a thread of its own it runs as it would anywhere.
parentPort?.on(
  'message',
  async ({ id, pdf, wants }: { id: number; pdf: Uint8Array; wants: 'pages' | 'codes' }) => {
    const parser = new PDFParse({ data: pdf });
    try {
      const read =
        wants === 'codes'
          ? await codesOf(parser)
          : (await parser.getText()).pages.map((page) => page.text);
      parentPort?.postMessage({ id, read });
    } catch (error) {
      parentPort?.postMessage({ id, error: String(error) });
    } finally {
      await parser.destroy();
    }
  },
);
