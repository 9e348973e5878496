// SPDX-License-Identifier: MIT
// Counts of pixelmatch 7.2.0 and 8.0.0 for generated pictures, which tests/compare/perceived_test.cpp makes, too.
// Made by: npm pack pixelmatch@7.2.0 pixelmatch@8.0.0, unpacked, and
//   node tests/data/pixelmatch_counts.mjs V7/package/index.js V8/package/index.js > tests/data/pixelmatch_counts.json
import {resolve} from 'node:path';

const THRESHOLDS = [0.02, 0.1, 0.3];
const KINDS = ['noise', 'blocks', 'discs'];
const ALPHAS = [0, 60, 128, 255];

let state = 1;
/** xorshift32. */
function random(count) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % count;
}
const clamped = (value) => Math.min(Math.max(value, 0), 255);

function noise(width, height) {
  const amplitude = 1 + random(120);
  const reference = Uint8Array.from({length: 4 * width * height}, () => random(256));
  const test = reference.map((code) => clamped(code + random(2 * amplitude + 1) - amplitude));
  return [reference, test];
}

function blocks(width, height) {
  const palette = Array.from({length: 4}, () => [random(256), random(256), random(256), ALPHAS[random(4)]]);
  const [reference, test] = [new Uint8Array(4 * width * height), new Uint8Array(4 * width * height)];
  const columns = Math.ceil(width / 4), rows = Math.ceil(height / 4);
  const colors = Array.from({length: columns * rows}, () => random(4));
  for (let i = 0; i < width * height; ++i) {
    const color = colors[Math.floor(Math.floor(i / width) / 4) * columns + Math.floor((i % width) / 4)];
    reference.set(palette[color], 4 * i);
    test.set(palette[random(8) === 0 ? random(4) : color], 4 * i);
  }
  return [reference, test];
}

/** Discs with edges of 16 shades, which the test has a part of a pixel aside. */
function discs(width, height) {
  const color = () => [random(256), random(256), random(256), ALPHAS[random(4)]];
  const background = color();
  const all = Array.from({length: 6}, () => ({
                                        x: random(4 * width),
                                        y: random(4 * height),
                                        radius: 4 + random(2 * width),
                                        color: color(),
                                        aside: random(4),
                                      }));
  const draw = (isAside) => {
    const picture = new Uint8Array(4 * width * height);
    for (let y = 0; y < height; ++y) {
      for (let x = 0; x < width; ++x) {
        let shade = background;
        for (const disc of all) {
          let covered = 0;
          for (let s = 0; s < 16; ++s) {
            const dx = 4 * x + s % 4 - disc.x - (isAside ? disc.aside : 0), dy = 4 * y + Math.floor(s / 4) - disc.y;
            if (dx * dx + dy * dy <= disc.radius * disc.radius) ++covered;
          }
          shade = shade.map((code, c) => (code * (16 - covered) + disc.color[c] * covered + 8) >> 4);
        }
        picture.set(shade, 4 * (y * width + x));
      }
    }
    return picture;
  };
  return [draw(false), draw(true)];
}

const modules = await Promise.all(process.argv.slice(2).map((file) => import(resolve(file))));
const pictures = [];
for (let i = 0; i < 36; ++i) {
  state = 1000 + i;
  const kind = KINDS[i % 3], isOpaque = i % 2 === 0;
  const width = 1 + random(40), height = 1 + random(30);
  const pair = {noise, blocks, discs}[kind](width, height);
  if (isOpaque) {
    for (const picture of pair) {
      for (let at = 3; at < picture.length; at += 4) picture[at] = 255;
    }
  }
  const counts = modules.map(({default: pixelmatch}) => THRESHOLDS.map((threshold) => [true, false].map(
      (includeAA) => pixelmatch(pair[0], pair[1], null, width, height, {threshold, includeAA}))));
  pictures.push({width, height, yiq: counts[0], oklab: counts[1]});
}
console.log('[\n' + pictures.map((picture) => JSON.stringify(picture)).join(',\n') + '\n]');
