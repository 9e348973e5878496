// SPDX-License-Identifier: MIT
// The resize lab: size of the window, the two views, and the plot.
'use strict';

const kMax = {width: 1024, height: 512};
const kMin = {width: 64, height: 32};
const kPlotStep = 3;  // widths of the plot are odd and even in turn
const kMeans = ['exact', 'photopic', 'mipmap', 'evenCrop'];  // as lab_means() has them
const kLines = [['mipmap', '--mipmap', []], ['evenCrop', '--even-crop', [6, 3]], ['photopic', '--exact', []]];

const element = (selector) => document.querySelector(selector);
const signed = (stops, digits) => {
  const size = Math.abs(stops).toFixed(digits);
  return Number(size) === 0 ? size : (stops < 0 ? '−' : '+') + size;
};
const clamped = (name, value) => Math.min(Math.max(Math.round(value), kMin[name]), kMax[name]);

const size = {width: 800, height: 450};
let method = 'mipmap';
let module = null;
let points = new Map();  // errors by width, at the current height
let waiting = [];        // widths that the plot still lacks
let isDragging = false;

/// Ends the lab with a message, the first. It can only start again.
function fail(text) {
  if (!element('#message').hidden) return;
  module = null;
  element('#message span').textContent = text;
  element('#message').hidden = false;
}

/// The four means at a size, or null after a message.
function meter(width, height) {
  if (!module) return null;
  if (!module._lab_meter(width, height)) {
    fail(module.UTF8ToString(module._lab_message()));
    return null;
  }
  const at = module._lab_means() / 8;
  return Object.fromEntries(kMeans.map((name, i) => [name, module.HEAPF64[at + i]]));
}

function errorsOf(means) {
  return Object.fromEntries(kLines.map(([name]) => [name, means[name] - means.exact]));
}

/// Draws one view, exposed by a mean that is so many stops above Photopic's.
function draw(view, stops) {
  if (!module) return;
  if (!module._lab_draw(stops)) return fail(module.UTF8ToString(module._lab_message()));
  const canvas = element(`#${view} canvas`);
  canvas.width = size.width;
  canvas.height = size.height;
  canvas.style.width = `${100 * size.width / kMax.width}%`;
  canvas.style.height = `${100 * size.height / kMax.height}%`;
  canvas.getContext('2d').drawImage(element('#gl'), 0, 0);
  const handle = element(`#${view} .handle`);
  handle.style.left = canvas.style.width;
  handle.style.top = canvas.style.height;
}

function show() {
  const means = meter(size.width, size.height);
  if (!means) return;
  draw('naive', means[method] - means.photopic);
  draw('photopic', 0);
  const errors = errorsOf(means);
  points.set(size.width, errors);
  element('#naive .error').textContent = `${signed(errors[method], 2)} stops`;
  element('#photopic .error').textContent = `${signed(errors.photopic, 2)} stops`;
  element('#size').textContent = `${size.width} × ${size.height}`;
  element('#naive-mean').textContent = means[method].toFixed(6);
  element('#photopic-mean').textContent = means.photopic.toFixed(6);
  element('#exact-mean').textContent = means.exact.toFixed(6);
  element('#plot-height').textContent = size.height;
  plot();
}

let isShowing = false;
function resize(width, height) {
  const [w, h] = [clamped('width', width), clamped('height', height)];
  if (w === size.width && h === size.height) return;
  if (h !== size.height) sweep();
  Object.assign(size, {width: w, height: h});
  if (isShowing) return;
  isShowing = true;
  requestAnimationFrame(() => {
    isShowing = false;
    show();
  });
}

/// Begins the plot anew: widths from coarse to fine, one at a time, while nothing is dragged.
function sweep() {
  points = new Map();
  waiting = [];
  for (let step = 64; step >= 1; step /= 2) {
    for (let i = 0; i * kPlotStep <= kMax.width - kMin.width; i += step) {
      if (step === 64 || i % (2 * step) !== 0) waiting.push(kMin.width + i * kPlotStep);
    }
  }
}

function measureNext() {
  if (!module) return;
  if (!isDragging && !isShowing && waiting.length > 0) {
    const width = waiting.shift();
    const means = points.has(width) ? null : meter(width, size.height);
    if (means) points.set(width, errorsOf(means));
    if (means && (waiting.length % 4 === 0)) plot();
  }
  setTimeout(measureNext, waiting.length > 0 ? 0 : 100);
}

/// Places of the plot: pixels of its canvas.
function plotFrame(canvas) {
  const all = [...points.values()].flatMap((errors) => Object.values(errors));
  const high = Math.ceil(Math.max(0.5, ...all) * 2) / 2, low = Math.floor(Math.min(-0.5, ...all) * 2) / 2;
  const left = 44, right = canvas.clientWidth - 12, top = 10, bottom = canvas.clientHeight - 24;
  return {
    left, right, top, bottom, low, high,
    x: (width) => left + (right - left) * (width - kMin.width) / (kMax.width - kMin.width),
    y: (stops) => bottom - (bottom - top) * (stops - low) / (high - low),
  };
}

function plot() {
  const canvas = element('#plot canvas');
  const scale = window.devicePixelRatio;
  canvas.width = canvas.clientWidth * scale;
  canvas.height = canvas.clientHeight * scale;
  const style = getComputedStyle(document.documentElement);
  const color = (name) => style.getPropertyValue(name);
  const context = canvas.getContext('2d');
  const frame = plotFrame(canvas);
  const line = (from, to, stroke) => {
    context.strokeStyle = stroke;
    context.beginPath();
    context.moveTo(...from);
    context.lineTo(...to);
    context.stroke();
  };
  context.scale(scale, scale);
  context.font = '12px system-ui, sans-serif';
  context.fillStyle = color('--faint');
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  const step = Math.max(0.5, Math.ceil((frame.high - frame.low) / 6));
  for (let stops = Math.ceil(frame.low / step) * step; stops <= frame.high; stops += step) {
    line([frame.left, frame.y(stops)], [frame.right, frame.y(stops)], color('--line'));
    context.fillText(signed(stops, step % 1 ? 1 : 0), frame.left - 6, frame.y(stops));
  }
  context.textAlign = 'center';
  context.textBaseline = 'top';
  for (let width = 128; width <= kMax.width; width += frame.right > 500 ? 128 : 256) {
    context.fillText(width, Math.min(frame.x(width), frame.right - 10), frame.bottom + 6);
  }
  line([frame.x(size.width), frame.top], [frame.x(size.width), frame.bottom], color('--faint'));
  const widths = [...points.keys()].sort((a, b) => a - b);
  context.lineWidth = 1.5;
  for (const [name, variable, dash] of kLines) {
    context.strokeStyle = context.fillStyle = color(variable);
    context.setLineDash(dash);
    context.beginPath();
    for (const width of widths) context.lineTo(frame.x(width), frame.y(points.get(width)[name]));
    context.stroke();
    const now = points.get(size.width);
    if (now) context.fillRect(frame.x(size.width) - 3, frame.y(now[name]) - 3, 6, 6);
  }
}

function listen() {
  for (const handle of document.querySelectorAll('.handle')) {
    handle.addEventListener('pointerdown', (down) => {
      const from = {x: down.clientX, y: down.clientY, ...size};
      const pixels = kMax.width / handle.parentElement.clientWidth;
      handle.setPointerCapture(down.pointerId);
      isDragging = true;
      const move = (event) => resize(from.width + (event.clientX - from.x) * pixels,
                                     from.height + (event.clientY - from.y) * pixels);
      handle.addEventListener('pointermove', move);
      handle.addEventListener('lostpointercapture', () => {
        isDragging = false;
        handle.removeEventListener('pointermove', move);
      }, {once: true});
    });
  }
  const toWidth = (event) => {
    const canvas = element('#plot canvas');
    const frame = plotFrame(canvas);
    const share = (event.clientX - canvas.getBoundingClientRect().left - frame.left) / (frame.right - frame.left);
    resize(kMin.width + share * (kMax.width - kMin.width), size.height);
  };
  element('#plot canvas').addEventListener('pointerdown', toWidth);
  element('#plot canvas').addEventListener('pointermove', (event) => event.buttons === 1 && toWidth(event));
  document.addEventListener('keydown', (event) => {
    if (event.target.type === 'radio' || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = event.shiftKey ? 16 : 1;
    const isOnHandle = event.target.classList.contains('handle');  // elsewhere these scroll
    const steps = {ArrowLeft: [-step, 0], ArrowRight: [step, 0],
                   ...(isOnHandle && {ArrowUp: [0, -step], ArrowDown: [0, step]})}[event.key];
    if (!steps) return;
    event.preventDefault();
    resize(size.width + steps[0], size.height + steps[1]);
  });
  for (const radio of document.querySelectorAll('[name=method]')) {
    radio.addEventListener('change', () => {
      method = radio.value;
      show();
    });
  }
  new ResizeObserver(plot).observe(element('#plot canvas'));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', plot);
  element('#gl').addEventListener('webglcontextlost', (event) => {
    event.preventDefault();
    fail('The browser took the graphics context away: the context is lost.');
  });
  element('#message button').addEventListener('click', () => location.reload());
}

/// Codes of a picture, RGBA.
async function codesOf(file) {
  const image = new Image();
  image.src = file;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  const context = canvas.getContext('2d', {willReadFrequently: true});
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

async function start() {
  const [made, codes] = await Promise.all([PhotopicLab(), codesOf('street.png')]);
  module = made;
  if (!module._lab_start()) return fail(module.UTF8ToString(module._lab_message()));
  module.HEAPU8.set(codes.data, module._lab_codes(codes.width, codes.height));
  module._lab_panorama(codes.width, codes.height);
  listen();
  sweep();
  show();
  measureNext();
}

/// For tests and the console: means at a size, and a plane of the picture that they are of.
window.lab = {
  meter,
  plane: (channel, count) => module.HEAPF32.slice(module._lab_plane(channel) / 4, module._lab_plane(channel) / 4 + count),
  points: () => points,
  ready: start().catch((error) => fail(`The lab can't start: ${error.message}.`)),
};
