import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm';
import type { Detector } from './detector.ts';

/** The same as of the browser's detector, as this reader calls them. */
const FORMATS = ['QRCode', 'Code128', 'Code39', 'EAN13', 'EAN8', 'UPCA', 'DataMatrix'] as const;

/** A reader of codes for browsers that have none. Rejects when its file cannot be fetched. */
export async function wasmDetector(): Promise<Detector> {
  // The library would fetch its file from a CDN; ours lies among the app's own.
  await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true });
  const canvas = document.createElement('canvas');
  const drawn = canvas.getContext('2d', { willReadFrequently: true });
  if (!drawn) throw new Error('no canvas');
  return {
    async detect(video) {
      const { videoWidth: width, videoHeight: height } = video;
      if (width === 0 || height === 0) return [];
      canvas.width = width;
      canvas.height = height;
      drawn.drawImage(video, 0, 0);
      const picture = drawn.getImageData(0, 0, width, height);
      const found = await readBarcodes(picture, { formats: [...FORMATS], maxNumberOfSymbols: 1 });
      return found.map(({ text }) => ({ rawValue: text }));
    },
  };
}
