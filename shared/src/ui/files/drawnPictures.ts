/** Longest side of a picture as it is kept, and of its thumbnail. */
const SIDES = { picture: 1400, thumbnail: 96 } as const;

/** A picture no larger than needed, as a JPEG in a data URL: phones take them at 10 MB. */
function drawn(image: ImageBitmap, longest: number): string {
  const scale = Math.min(1, longest / Math.max(image.width, image.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(16, Math.round(image.width * scale));
  canvas.height = Math.max(16, Math.round(image.height * scale));
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser draws no pictures');
  // A transparent picture lies on white, as on paper.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', 0.8);
}

/** The picture of a file and its thumbnail; rejects where the file is no picture. */
export async function picturesOf(file: Blob) {
  const image = await createImageBitmap(file);
  try {
    return { picture: drawn(image, SIDES.picture), thumbnail: drawn(image, SIDES.thumbnail) };
  } finally {
    image.close();
  }
}
