/** Longest side of a photograph, in pixels: enough to read a serial number from it. */
export const LONGEST_SIDE = 1600;
/** Qualities of JPEG that are tried until a photograph is small enough. */
const QUALITIES = [0.82, 0.7, 0.55, 0.4] as const;

/** Sides of a picture that is made smaller, never larger. */
export function smallerSides(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Makes a photograph a JPEG of at most 1600 pixels and `maxBytes`, without what the camera wrote beside it. */
export async function shrinkPhoto(file: Blob, maxBytes: number): Promise<Uint8Array> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, smallerSides(picture.width, picture.height));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const blob = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve, 'image/jpeg', quality);
      });
      if (blob && blob.size <= maxBytes) return new Uint8Array(await blob.arrayBuffer());
    }
    throw new Error('the photograph stays too large');
  } finally {
    picture.close();
  }
}
