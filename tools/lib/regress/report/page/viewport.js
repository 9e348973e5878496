// SPDX-License-Identifier: MIT
// Visible part of the pictures, the same in all panes, and one pane.

const MAX_SCALE = 64;

class Viewport {
  constructor() {
    this.fitted = true;  // follows the panes' size until someone zooms or pans
    this.scale = 1;      // CSS pixels for each of the picture's
    this.x = 0;          // the picture's pixel that is in the middle of a pane
    this.y = 0;
  }

  fit(picture, pane) {
    this.scale = Math.min(pane.width / picture.width, pane.height / picture.height, MAX_SCALE);
    this.minScale = Math.min(this.scale, 1) / 2;
    if (!(this.scale > 0)) this.scale = 1;
    this.x = picture.width / 2;
    this.y = picture.height / 2;
    this.fitted = true;
  }

  /** Zooms so that what is `dx`, `dy` CSS pixels from a pane's middle stays where it is. */
  zoom(factor, dx = 0, dy = 0) {
    const scale = Math.min(Math.max(this.scale * factor, this.minScale ?? 0.01), MAX_SCALE);
    this.x += dx / this.scale - dx / scale;
    this.y += dy / this.scale - dy / scale;
    this.scale = scale;
    this.fitted = false;
  }

  pan(dx, dy, picture) {
    this.x = Math.min(Math.max(this.x - dx / this.scale, 0), picture.width);
    this.y = Math.min(Math.max(this.y - dy / this.scale, 0), picture.height);
    this.fitted = false;
  }

  /** Shows a rectangle with as much again around it. */
  show(rectangle, pane) {
    const scale = Math.min(pane.width / (2 * rectangle.width), pane.height / (2 * rectangle.height));
    this.scale = Math.min(Math.max(scale, this.minScale ?? 0.01), MAX_SCALE);
    this.x = rectangle.x + rectangle.width / 2;
    this.y = rectangle.y + rectangle.height / 2;
    this.fitted = false;
  }

  /** Moves as little as it takes for a pixel to be seen. */
  reveal(pixel, pane) {
    const reach = (size) => Math.max(size / this.scale / 2 - 1.5, 0);
    const near = (at, centre, size) => Math.min(Math.max(centre, at + 0.5 - reach(size)), at + 0.5 + reach(size));
    this.x = near(pixel.x, this.x, pane.width);
    this.y = near(pixel.y, this.y, pane.height);
  }
}

/** A canvas with a caption. What it shows is told by `layers()`: [{bitmap, from, to}], shares of its width. */
class Pane {
  constructor(name) {
    this.canvas = element('canvas', {'data-pane': name, tabindex: '0', role: 'img'});
    this.caption = element('figcaption');
    this.problem = element('p', {class: 'pane-problem', hidden: true});
    this.frame = element('div', {class: 'pane-frame'}, this.canvas, this.problem);
    this.figure = element('figure', {class: 'pane'}, this.caption, this.frame);
    this.layers = () => [];
    this.origin = {x: 0, y: 0, scale: 1};
  }

  get size() {
    return {width: this.canvas.clientWidth, height: this.canvas.clientHeight};
  }

  pixelAt(event) {
    const box = this.canvas.getBoundingClientRect();
    const ratio = window.devicePixelRatio;
    return {
      x: Math.floor(((event.clientX - box.left) * ratio - this.origin.x) / this.origin.scale),
      y: Math.floor(((event.clientY - box.top) * ratio - this.origin.y) / this.origin.scale),
    };
  }

  draw(viewport, tiles, cursor, colors) {
    const ratio = window.devicePixelRatio;
    const {width, height} = this.size;
    const [columns, rows] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.canvas.width !== columns) this.canvas.width = columns;
    if (this.canvas.height !== rows) this.canvas.height = rows;
    const context = this.canvas.getContext('2d');
    context.clearRect(0, 0, columns, rows);
    const scale = viewport.scale * ratio;
    const x = Math.round(columns / 2 - viewport.x * scale);
    const y = Math.round(rows / 2 - viewport.y * scale);
    this.origin = {x, y, scale};
    for (const {bitmap, from = 0, to = 1} of this.layers()) {
      if (bitmap === undefined) continue;
      context.save();
      context.beginPath();
      context.rect(Math.round(from * columns), 0, Math.round(to * columns) - Math.round(from * columns), rows);
      context.clip();
      context.imageSmoothingEnabled = scale < 1;
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, x, y, bitmap.width * scale, bitmap.height * scale);
      context.restore();
    }
    tiles.forEach((tile, index) => this.drawTile(context, tile, index, ratio, colors));
    if (cursor !== undefined && scale >= 3) {
      this.outline(context, {...cursor, width: 1, height: 1}, ratio, colors.ink, colors.paper);
    }
  }

  outline(context, rectangle, line, color, edge) {
    const {x, y, scale} = this.origin;
    const box = [
      x + rectangle.x * scale, y + rectangle.y * scale, Math.max(rectangle.width * scale, 2),
      Math.max(rectangle.height * scale, 2)
    ].map(Math.round);
    const around = (margin) => [box[0] - margin, box[1] - margin, box[2] + 2 * margin, box[3] + 2 * margin];
    context.lineWidth = line;
    context.strokeStyle = edge;
    context.strokeRect(...around(1.5 * line));
    context.strokeStyle = color;
    context.strokeRect(...around(0.5 * line));
    return box;
  }

  drawTile(context, tile, index, ratio, colors) {
    const line = (index === 0 ? 2 : 1) * ratio;
    const [left, top, width] = this.outline(context, tile, line, colors.tile, colors.tileEdge);
    const size = Math.round(12 * ratio);
    if (width < 4 * size) return;  // it would cover the tile
    const text = String(index + 1);
    context.font = '600 ' + size + 'px system-ui, sans-serif';
    context.fillStyle = colors.tile;
    context.fillRect(left, top, context.measureText(text).width + size * 0.8, size * 1.4);
    context.fillStyle = colors.tileEdge;
    context.textBaseline = 'middle';
    context.fillText(text, left + size * 0.4, top + size * 0.75);
  }
}
