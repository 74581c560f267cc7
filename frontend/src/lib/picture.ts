// SPDX-License-Identifier: MIT
/** A picture of the user's own, cut to the shape of the board. It is read here and sent nowhere. */

const LARGEST = 1400;

/** Return an object URL of the middle of the picture; reject what is no picture. */
export async function cutPicture(file: Blob, rows: number, cols: number): Promise<string> {
  const image = await createImageBitmap(file);
  const unit = Math.min(image.width / cols, image.height / rows);
  const [width, height] = [unit * cols, unit * rows];
  const scale = Math.min(1, LARGEST / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d')!;
  context.drawImage(image, (image.width - width) / 2, (image.height - height) / 2, width, height, 0, 0, canvas.width, canvas.height);
  image.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(URL.createObjectURL(blob)) : reject(new Error('no picture'))), 'image/webp', 0.9);
  });
}
