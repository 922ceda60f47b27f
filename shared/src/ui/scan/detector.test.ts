import { detectorHere } from './detector.ts';

const mockFallback = { detect: jest.fn() };
const mockWasm = jest.fn(async () => mockFallback);
jest.mock('./wasmDetector.ts', () => ({ wasmDetector: () => mockWasm() }));

/** A browser whose BarcodeDetector knows these formats; `null`: a browser without one. */
function browserWith(formats: (() => Promise<readonly string[]>) | null) {
  const made: (readonly string[])[] = [];
  class Own {
    static getSupportedFormats = formats;
    detect = jest.fn();
    constructor(options: { readonly formats: readonly string[] }) {
      made.push(options.formats);
    }
  }
  Object.assign(globalThis, { BarcodeDetector: formats ? Own : undefined });
  return { Own, made };
}
afterEach(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'));

it('takes the browser’s own where it reads our labels, and asks only for what it knows', async () => {
  const { Own, made } = browserWith(async () => ['aztec', 'code_128', 'ean_13', 'qr_code']);
  expect(await detectorHere()).toBeInstanceOf(Own);
  expect(made).toEqual([['qr_code', 'code_128', 'ean_13']]);
  expect(mockWasm).not.toHaveBeenCalled();
});

it.each([
  ['has none', null],
  ['reads no bars', async () => ['qr_code']],
  ['reads nothing', async () => []],
  ['cannot say what it reads', () => Promise.reject(new Error('no service'))],
])('fetches a reader where the browser %s', async (_, formats) => {
  const { made } = browserWith(formats);
  expect(await detectorHere()).toBe(mockFallback);
  expect(made).toEqual([]);
});

it('fails where neither can be had', async () => {
  browserWith(null);
  mockWasm.mockRejectedValueOnce(new Error('offline'));
  await expect(detectorHere()).rejects.toThrow('offline');
});
