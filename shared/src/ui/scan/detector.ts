/** What finds codes in a picture: the browser's own BarcodeDetector, or what stands in for it. */
export interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** Our own labels are printed in these (domain-warehouse 1.4): a browser without them does not do. */
const NEEDED = ['qr_code', 'code_128'];
/** What makers print on their boxes. */
const FORMATS = [...NEEDED, 'code_39', 'ean_13', 'ean_8', 'upc_a', 'data_matrix'];

const ownClass = (): DetectorClass | undefined =>
  (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

/**
 * The browser's detector where it reads our labels, as Chrome does on Android and macOS; elsewhere, so on
 * iPhones, a reader of our own is fetched (a third of a megabyte, which nobody else should wait for).
 */
export async function detectorHere(): Promise<Detector> {
  const Class = ownClass();
  // A browser may have the class and no reader behind it.
  const known = new Set(await Class?.getSupportedFormats().catch(() => []));
  if (Class && NEEDED.every((format) => known.has(format))) {
    return new Class({ formats: FORMATS.filter((format) => known.has(format)) });
  }
  const { wasmDetector } = await import('./wasmDetector.ts');
  return wasmDetector();
}
