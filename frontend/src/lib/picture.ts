// SPDX-License-Identifier: MIT
/** A picture of the user's own, cut to the shape of the board. It is read here and sent nowhere. */

const LARGEST = 1400;
/** Side of what is kept for the next visit: browsers keep some megabytes. */
const KEPT = 1000;

function draw(image: ImageBitmap, width: number, height: number, most: number): HTMLCanvasElement {
  const scale = Math.min(1, most / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = canvas.getContext('2d')!;
  context.drawImage(image, (image.width - width) / 2, (image.height - height) / 2, width, height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Return a picture as a data URL of a size that can be kept; reject what is no picture. */
export async function readPicture(file: Blob): Promise<string> {
  const image = await createImageBitmap(file);
  const url = draw(image, image.width, image.height, KEPT).toDataURL('image/webp', 0.85);
  image.close();
  return url;
}

/** Return an object URL of the middle of the picture, cut to a shape. */
export async function cutPicture(picture: string, rows: number, cols: number): Promise<string> {
  const [head, body] = picture.split(',', 2);
  const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: head.slice(5).split(';')[0] }));
  const unit = Math.min(image.width / cols, image.height / rows);
  const canvas = draw(image, unit * cols, unit * rows, LARGEST);
  image.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(URL.createObjectURL(blob)) : reject(new Error('no picture'))), 'image/webp', 0.9);
  });
}
