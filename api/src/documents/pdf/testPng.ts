import { drawPng } from '../png.ts';

/** A small picture of one colour with a transparent corner, for tests of logos and uploads. */
export function renderTestPng(size: { readonly width: number; readonly height: number }): Buffer {
  return drawPng(size, (x, y) => {
    const corner = x + y < Math.min(size.width, size.height) / 2;
    return [9, 109, 217, corner ? 0 : 255];
  });
}
