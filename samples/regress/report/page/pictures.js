// SPDX-License-Identifier: MIT
// The pictures, which stand as text at the end of the page until they are looked at.

/** The data URI, or an empty string where there is none. */
function pictureUri(entry) {
  return entry === undefined || entry.problem !== '' ? '' : byId(entry.id)?.textContent ?? '';
}

/** The page shows before its pictures have been read: what wants one waits here. */
const pageRead = document.readyState === 'loading' ?
    new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, {once: true})) :
    Promise.resolve();

class PictureCache {
  constructor() {
    this.bitmaps = new Map();  // by id, the one used last at the end
  }

  /** A bitmap with the file's own codes: no profile is applied. Throws with the reason in words. */
  async bitmap(entry) {
    let promise = this.bitmaps.get(entry.id);
    this.bitmaps.delete(entry.id);
    promise ??= this.decode(entry);
    this.bitmaps.set(entry.id, promise);
    this.forgetOldest();
    return promise;
  }

  async decode(entry) {
    if (entry.problem !== '') throw new Error(entry.problem);
    await pageRead;
    const uri = pictureUri(entry);
    if (uri === '') throw new Error('it went missing while the report was written');
    const bytes = Uint8Array.from(atob(uri.slice(uri.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
    try {
      return await createImageBitmap(
          new Blob([bytes], {type: 'image/png'}), {colorSpaceConversion: 'none', premultiplyAlpha: 'none'});
    } catch {
      throw new Error('the browser can’t decode it');
    }
  }

  /** Of this case, the one before and a few more. */
  forgetOldest() {
    const kept = 18;
    for (const [id, promise] of this.bitmaps) {
      if (this.bitmaps.size <= kept) return;
      this.bitmaps.delete(id);
      promise.then((bitmap) => bitmap.close(), () => {});
    }
  }
}
const pictureCache = new PictureCache();

/** Codes [r, g, b] of one pixel, or nothing outside of the picture. */
const readPixel = (() => {
  const canvas = element('canvas', {width: '1', height: '1'});
  const context = canvas.getContext('2d', {willReadFrequently: true});
  return (bitmap, x, y) => {
    if (bitmap === undefined || x < 0 || y < 0 || x >= bitmap.width || y >= bitmap.height) return undefined;
    context.clearRect(0, 0, 1, 1);
    context.drawImage(bitmap, x, y, 1, 1, 0, 0, 1, 1);
    return Array.from(context.getImageData(0, 0, 1, 1).data.slice(0, 3));
  };
})();

/** Thumbnails have a picture only while they are near the window: a thousand decoded ones would fill the memory. */
const thumbnailObserver = new IntersectionObserver((entries) => {
  for (const {target, isIntersecting} of entries) {
    if (isIntersecting)
      pageRead.then(() => {
        target.src = pictureUri(target.entry);
      });
    else
      target.removeAttribute('src');
  }
}, {rootMargin: '300px'});

function thumbnail(entry, title) {
  if (entry === undefined) return element('span', {class: 'thumbnail empty', title: title + ': none'});
  if (entry.problem !== '') {
    return element(
        'span', {class: 'thumbnail missing', title: title + ' is missing: ' + entry.file + ': ' + entry.problem},
        'missing');
  }
  const image = element('img', {class: 'thumbnail', alt: '', title, decoding: 'async'});
  image.entry = entry;
  thumbnailObserver.observe(image);
  return image;
}
