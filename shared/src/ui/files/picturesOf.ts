/** The picture of a file and its thumbnail; rejects where the file is no picture. */
export const picturesOf = async (file: Blob) =>
  (await import('./drawnPictures.ts')).picturesOf(file);
