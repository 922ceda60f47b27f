import { parentPort } from 'node:worker_threads';
import { PDFParse } from 'pdf-parse';

// The reader loads its own parts by dynamic import, which the test runner's sandbox does not allow;
// in a thread of its own it runs as it would anywhere.
parentPort?.on('message', async ({ id, pdf }: { id: number; pdf: Uint8Array }) => {
  const parser = new PDFParse({ data: pdf });
  try {
    const { pages } = await parser.getText();
    parentPort?.postMessage({ id, pages: pages.map((page) => page.text) });
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) });
  } finally {
    await parser.destroy();
  }
});
