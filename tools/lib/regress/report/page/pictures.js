// SPDX-License-Identifier: MIT
// The pictures: files beside the page, or text at its end until they are looked at.

/** A page that embeds its pictures shows before they have been read: what wants one waits here. */
const pageRead = document.readyState === 'loading' ?
    new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, {once: true})) :
    Promise.resolve();

/** Each part of a path by itself: names may have any character. */
const linkTo = (file) => file.split('/').map(encodeURIComponent).join('/');

/** The address of a picture without a problem. */
async function pictureUri({id, file}) {
  if (!suite.embedded) return linkTo(file);
  await pageRead;
  return byId(id)?.textContent ?? '';
}

/** Files that someone chose, by name from the report's folder: the browser lets the page read these. */
const chosenFiles = new Map();

const AS_STORED = {colorSpaceConversion: 'none', premultiplyAlpha: 'none'};  // the file's own codes

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
    this.forget(18);  // of this case, the one before and a few more
    return promise;
  }

  async decode(entry) {
    if (entry.problem !== '') throw new Error(entry.problem);
    try {
      const chosen = chosenFiles.get(entry.file);
      if (chosen !== undefined) return await createImageBitmap(chosen, AS_STORED);
      const image = new Image();
      image.src = await pictureUri(entry);
      await image.decode();
      return await createImageBitmap(image, AS_STORED);
    } catch {
      throw new Error(suite.embedded ? 'the browser can’t decode it' : 'the browser can’t load it');
    }
  }

  forget(kept) {
    for (const [id, promise] of this.bitmaps) {
      if (this.bitmaps.size <= kept) return;
      this.bitmaps.delete(id);
      promise.then((bitmap) => bitmap.close(), () => {});
    }
  }
}
const pictureCache = new PictureCache();

const isInside = (bitmap, {x, y}) =>
    bitmap !== undefined && x >= 0 && y >= 0 && x < bitmap.width && y < bitmap.height;

/** Bitmaps of files that the browser draws but lets no page read: files beside a page that is one itself. */
const lockedBitmaps = new WeakSet();

/** Codes [r, g, b] of one pixel, or nothing outside of the picture and of one that can't be read. */
function readPixel(bitmap, place) {
  if (!isInside(bitmap, place) || lockedBitmaps.has(bitmap)) return undefined;
  // A canvas that a locked bitmap was drawn to is never readable again.
  readPixel.context ??= element('canvas', {width: '1', height: '1'}).getContext('2d', {willReadFrequently: true});
  const {context} = readPixel;
  context.clearRect(0, 0, 1, 1);
  context.drawImage(bitmap, place.x, place.y, 1, 1, 0, 0, 1, 1);
  try {
    return Array.from(context.getImageData(0, 0, 1, 1).data.slice(0, 3));
  } catch {
    lockedBitmaps.add(bitmap);
    readPixel.context = undefined;
    return undefined;
  }
}

/** Takes the files of the report's folder, or of a folder in it, in the links' place. */
function chooseFiles(files) {
  for (const file of files) {
    const path = file.webkitRelativePath;
    chosenFiles.set(path, file);
    chosenFiles.set(path.slice(path.indexOf('/') + 1), file);
  }
  pictureCache.forget(0);
}

function missingThumbnail(entry, title, problem) {
  return element(
      'span', {class: 'thumbnail missing', title: title + ' is missing: ' + entry.file + ': ' + problem}, 'missing');
}

function thumbnail(entry, title) {
  if (entry === undefined) return element('span', {class: 'thumbnail empty', title: title + ': none'});
  if (entry.problem !== '') return missingThumbnail(entry, title, entry.problem);
  const image = element('img', {class: 'thumbnail', alt: '', title, decoding: 'async'});
  image.onerror = () => image.replaceWith(missingThumbnail(entry, title, 'the browser can’t load it'));
  pictureUri(entry).then((uri) => {
    image.src = uri;
  });
  return image;
}
