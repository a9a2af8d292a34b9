/** Draws rooms, bathrooms, lobbies and restaurants. Pure. */
import type { SeededRandom } from '../seeded-random.ts';
import { mountains, palm, sea, skyline, tree, water } from './outside.ts';
import { ellipse, gradient, HEIGHT, path, polygon, rect, type Scheme, WIDTH } from './svg.ts';

export const BED_LAYOUTS = ['single', 'double', 'twin', 'family', 'suite', 'bunk'] as const;
export type BedLayout = (typeof BED_LAYOUTS)[number];
export const WINDOW_VIEWS = ['city', 'sea', 'garden', 'pool', 'mountain'] as const;
export type WindowView = (typeof WINDOW_VIEWS)[number];

const FLOOR = 470;

export function room(random: SeededRandom, scheme: Scheme, beds: BedLayout, view: WindowView): string[] {
  const isMirrored = random.chance(0.5);
  const shapes = [
    ...walls(random, scheme),
    windowWith(random, scheme, view, 600, 110, 270, 250),
    ...drawBeds(random, scheme, beds),
    plant(random, 905, 540, 150),
    beds === 'suite' || random.chance(0.4) ? armchair(scheme, 690) : desk(scheme, 650),
  ];
  if (!isMirrored) return shapes;
  const [defs, rest] = [shapes.slice(0, 1), shapes.slice(1)];
  return [...defs, `<g transform="translate(${WIDTH} 0) scale(-1 1)">`, ...rest, '</g>'];
}

export function bathroom(random: SeededRandom, { soft, accent, wood }: Scheme): string[] {
  const tiles = Array.from({ length: 12 }, (_, row) =>
    Array.from({ length: 16 }, (_, column) =>
      rect(column * 60 + (row % 2) * 30 - 30, row * 40, 57, 37, '#ffffff', { opacity: 0.4 }),
    ).join(''),
  );
  return [
    `<defs>${gradient('wall', random.pick(['#cfe0de', '#dfe6ea', '#e9e2d6', '#d3dfd3']), '#f2f3f0')}</defs>`,
    rect(0, 0, WIDTH, FLOOR, 'url(#wall)'),
    ...tiles,
    rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, '#b9b3a8'),
    ellipse(220, 190, 94, 112, '#ffffff'),
    ellipse(220, 190, 82, 100, '#cfe6ef'),
    polygon(
      [
        [170, 260],
        [250, 110],
        [280, 130],
        [200, 280],
      ],
      '#ffffff',
      { opacity: 0.4 },
    ),
    rect(90, 350, 260, 18, '#ffffff'),
    rect(100, 368, 240, 120, wood),
    ellipse(220, 350, 70, 14, '#eef3f4'),
    rect(216, 300, 8, 44, '#9aa6ad'),
    rect(430, 380, 470, 130, '#ffffff', { rx: 56 }),
    rect(418, 368, 494, 28, '#ffffff', { rx: 14 }),
    rect(440, 376, 450, 12, '#d5e9ef', { rx: 6 }),
    rect(860, 300, 10, 70, '#9aa6ad'),
    rect(826, 296, 44, 10, '#9aa6ad'),
    rect(520, 130, 170, 12, wood),
    ...[540, 600, 650].map((x, i) =>
      rect(x, 100 - i * 6, 34, 30 + i * 6, i === 1 ? accent : soft, { rx: 6 }),
    ),
    rect(470, 420, 90, 100, soft, { rx: 6 }),
    plant(random, 400, 545, 150),
  ];
}

export function lobby(random: SeededRandom, scheme: Scheme): string[] {
  const { accent, wood, soft, shade } = scheme;
  return [
    ...walls(random, scheme),
    ...[90, 300, 690].map(x => rect(x, 60, 26, FLOOR - 60, shade)),
    windowWith(random, scheme, 'city', 700, 110, 220, 260),
    rect(150, 130, 300, 170, wood),
    ...[0, 1, 2].flatMap(row =>
      [0, 1, 2, 3, 4].map(column =>
        rect(164 + column * 56, 142 + row * 52, 46, 42, random.pick([shade, soft, '#fbf8f2', accent]), {
          opacity: 0.8,
        }),
      ),
    ),
    rect(110, 370, 400, 150, wood),
    rect(110, 388, 400, 112, '#000000', { opacity: 0.12 }),
    rect(96, 354, 428, 20, '#fbf8f2'),
    ellipse(300, 344, 14, 12, '#d9b24c'),
    ...[200, 310, 420].map(x => lamp(x, 60, 44, accent)),
    armchair(scheme, 590),
    armchair(scheme, 760),
    ellipse(720, 600, 190, 26, soft, { opacity: 0.6 }),
    plant(random, 920, 540, 210),
    plant(random, 52, 540, 190),
  ];
}

export function restaurant(random: SeededRandom, scheme: Scheme): string[] {
  const { accent, wood, soft } = scheme;
  const view = random.pick(WINDOW_VIEWS);
  const table = (x: number, base: number, size: number) =>
    [
      ...[-1, 1].map(side => chair(x + side * size * 0.95, base, size * 0.9, side, wood)),
      rect(x - 6, base - size * 0.62, 12, size * 0.62, '#6f5a48'),
      ellipse(x, base, size * 0.4, 8, '#6f5a48'),
      path(
        `M${x - size * 0.8} ${Math.round(base - size * 0.72)}h${Math.round(size * 1.6)}l${Math.round(size * 0.06)} ${Math.round(size * 0.4)}h${Math.round(-size * 1.72)}z`,
        { fill: '#ffffff' },
      ),
      ellipse(x - size * 0.4, base - size * 0.74, size * 0.2, 5, '#e5ded2'),
      ellipse(x + size * 0.4, base - size * 0.74, size * 0.2, 5, '#e5ded2'),
      rect(x - 5, base - size * 1.02, 10, size * 0.28, accent, { rx: 4 }),
      ellipse(x, base - size * 1.08, 12, 12, soft),
    ].join('');
  return [
    ...walls(random, scheme),
    windowWith(random, scheme, view, 90, 90, 330, 250),
    rect(540, 110, 360, 12, wood),
    rect(540, 210, 360, 12, wood),
    ...Array.from({ length: 20 }, (_, i) => {
      const [x, y] = [552 + (i % 10) * 35, i < 10 ? 110 : 210];
      const height = random.between(44, 74);
      return rect(
        x,
        y - height,
        18,
        height,
        random.pick(['#4f7a5a', '#8c3b3b', '#c9974a', '#e9e2d0', '#3d5a78']),
        {
          rx: 6,
        },
      );
    }),
    ...[240, 480, 720].map(x => lamp(x, 0, 60, accent)),
    table(250, 560, 120),
    table(620, 520, 100),
    table(820, 590, 130),
    plant(random, 470, 530, 150),
  ];
}

/** The first element defines the gradients, which must not be mirrored with the rest. */
function walls(random: SeededRandom, { wall, shade, wood }: Scheme): string[] {
  const isWooden = random.chance(0.7);
  const boards = Array.from({ length: 9 }, (_, i) =>
    polygon(
      [
        [480 + (i - 4) * 90, FLOOR],
        [483 + (i - 4) * 90, FLOOR],
        [484 + (i - 4) * 190, HEIGHT],
        [478 + (i - 4) * 190, HEIGHT],
      ],
      '#000000',
      { opacity: 0.1 },
    ),
  );
  return [
    `<defs>${gradient('wall', wall, shade)}${gradient('sky', '#8fc8ee', '#eaf6fb')}${gradient('floor', isWooden ? wood : '#cbbfae', isWooden ? wood : '#b8aa97')}</defs>`,
    rect(0, 0, WIDTH, FLOOR, 'url(#wall)'),
    rect(0, FLOOR, WIDTH, HEIGHT - FLOOR, 'url(#floor)'),
    ...boards,
    rect(0, FLOOR - 12, WIDTH, 14, '#ffffff', { opacity: 0.75 }),
  ];
}

function windowWith(
  random: SeededRandom,
  { soft }: Scheme,
  view: WindowView,
  x: number,
  y: number,
  width: number,
  height: number,
): string {
  // The view is drawn as a whole picture and scaled into the window.
  const scene = {
    city: () => skyline(random, 560, '#4f6484') + rect(0, 556, WIDTH, 90, '#8fb070'),
    sea: () => sea(random, 330, HEIGHT),
    garden: () =>
      rect(0, 470, WIDTH, 170, '#9cc07a') +
      [80, 300, 520, 760, 900].map(at => tree(random, at, 560, 320)).join(''),
    pool: () =>
      rect(0, 360, WIDTH, 280, '#efe4cd') +
      palm(random, 120, 420, 320) +
      palm(random, 840, 420, 330) +
      water(450, 610, 150),
    mountain: () => mountains(random, 520) + rect(0, 516, WIDTH, 130, '#8fb070'),
  }[view]();
  const curtain = (left: number) =>
    rect(left, y - 18, 62, height + 60, soft, { rx: 8 }) +
    [14, 30, 46]
      .map(fold => rect(left + fold, y - 14, 4, height + 52, '#000000', { opacity: 0.08 }))
      .join('');
  return [
    `<svg x="${x}" y="${y}" width="${width}" height="${height}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="xMidYMid slice">`,
    rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
    scene,
    '</svg>',
    `<g fill="none" stroke="#ffffff" stroke-width="10">${rect(x, y, width, height, 'none')}</g>`,
    rect(x + width / 2 - 4, y, 8, height, '#ffffff'),
    rect(x - 12, y + height, width + 24, 12, '#ffffff'),
    curtain(x - 62),
    curtain(x + width),
    rect(x - 80, y - 26, width + 160, 10, '#8d7257', { rx: 5 }),
  ].join('');
}

function drawBeds(random: SeededRandom, scheme: Scheme, beds: BedLayout): string[] {
  const lamps = (...at: number[]) => at.map(x => bedsideLamp(scheme, x));
  switch (beds) {
    case 'single':
      return [art(random, scheme, 170), bed(scheme, 90, 230), ...lamps(360)];
    case 'double':
      return [art(random, scheme, 220), bed(scheme, 110, 330), ...lamps(64, 486)];
    case 'suite':
      return [art(random, scheme, 240), bed(scheme, 100, 400), ...lamps(54, 546)];
    case 'twin':
      return [art(random, scheme, 225), bed(scheme, 50, 190), bed(scheme, 320, 190), ...lamps(280)];
    case 'family':
      return [art(random, scheme, 130), bed(scheme, 40, 290), bed(scheme, 390, 170), ...lamps(360)];
    default:
      return [bunk(scheme, 60), bunk(scheme, 330)];
  }
}

function bed({ accent, soft, wood }: Scheme, x: number, width: number): string {
  const pillows = width > 250 ? [x + width * 0.08, x + width * 0.54] : [x + width * 0.2];
  const pillowWidth = width > 250 ? width * 0.38 : width * 0.6;
  return [
    rect(x - 14, 290, width + 28, 150, wood, { rx: 14 }),
    rect(x - 4, 300, width + 8, 130, '#ffffff', { rx: 10, opacity: 0.14 }),
    rect(x, 390, width, 150, '#fdfcf9', { rx: 16 }),
    ...pillows.map(
      left =>
        rect(left, 366, pillowWidth, 62, '#ffffff', { rx: 20, stroke: '#e2ddd2', 'stroke-width': 2 }) +
        rect(left + pillowWidth * 0.18, 384, pillowWidth * 0.64, 46, soft, { rx: 14 }),
    ),
    rect(x - 6, 452, width + 12, 96, accent, { rx: 14 }),
    rect(x - 6, 452, width + 12, 22, '#ffffff', { rx: 10, opacity: 0.8 }),
    rect(x, 546, 14, 24, wood),
    rect(x + width - 14, 546, 14, 24, wood),
    ellipse(x + width / 2, 582, width * 0.62, 22, '#000000', { opacity: 0.08 }),
  ].join('');
}

function bunk({ accent, soft, wood }: Scheme, x: number): string {
  return [
    ...[x, x + 196].map(at => rect(at, 200, 14, 370, wood)),
    ...[250, 440].map(
      y =>
        rect(x, y + 50, 210, 16, wood) +
        rect(x + 10, y + 14, 190, 38, '#ffffff', { rx: 12 }) +
        rect(x + 76, y + 12, 124, 42, y === 250 ? accent : soft, { rx: 10 }),
    ),
    ...[320, 370, 420, 480].map(y => rect(x + 160, y, 40, 8, wood)),
  ].join('');
}

function bedsideLamp({ wood }: Scheme, x: number): string {
  return [
    rect(x - 34, 440, 68, 110, wood, { rx: 6 }),
    rect(x - 22, 470, 44, 4, '#ffffff', { opacity: 0.5 }),
    ellipse(x, 372, 70, 60, '#fff2c4', { opacity: 0.35 }),
    rect(x - 4, 390, 8, 50, '#8d7257'),
    polygon(
      [
        [x - 18, 350],
        [x + 18, 350],
        [x + 30, 396],
        [x - 30, 396],
      ],
      '#fff3d2',
    ),
  ].join('');
}

function art(random: SeededRandom, { accent, soft, roof }: Scheme, x: number): string {
  const [width, height] = random.pick([
    [150, 110],
    [120, 150],
    [190, 100],
  ] as const);
  return [
    rect(x - 8, 112, width + 16, height + 16, '#fbf8f2'),
    rect(x, 120, width, height, soft),
    ellipse(x + width * 0.7, 120 + height * 0.34, height * 0.16, height * 0.16, '#fff3c4'),
    polygon(
      [
        [x, 120 + height],
        [x + width * 0.35, 120 + height * 0.45],
        [x + width * 0.7, 120 + height],
      ],
      accent,
    ),
    polygon(
      [
        [x + width * 0.4, 120 + height],
        [x + width * 0.72, 120 + height * 0.6],
        [x + width, 120 + height],
      ],
      roof,
    ),
  ].join('');
}

function armchair({ accent }: Scheme, x: number): string {
  return [
    ellipse(x + 60, 584, 90, 14, '#000000', { opacity: 0.1 }),
    rect(x + 8, 420, 110, 120, accent, { rx: 26 }),
    rect(x, 480, 126, 70, accent, { rx: 22 }),
    rect(x + 20, 476, 86, 40, '#ffffff', { rx: 14, opacity: 0.22 }),
    rect(x + 16, 546, 8, 34, '#6f4e3a'),
    rect(x + 102, 546, 8, 34, '#6f4e3a'),
  ].join('');
}

function desk({ wood, accent }: Scheme, x: number): string {
  return [
    rect(x - 20, 440, 220, 14, wood),
    rect(x - 10, 454, 10, 120, wood),
    rect(x + 180, 454, 10, 120, wood),
    rect(x + 20, 412, 60, 28, accent, { rx: 4 }),
    rect(x + 120, 426, 50, 14, '#ffffff'),
    chair(x + 80, 580, 100, -1, '#8d7257'),
  ].join('');
}

function chair(x: number, base: number, size: number, side: number, colour: string): string {
  const seat = base - size * 0.46;
  return [
    rect(x - size * 0.26, seat, size * 0.52, size * 0.1, colour, { rx: 4 }),
    rect(side < 0 ? x - size * 0.28 : x + size * 0.18, seat - size * 0.6, size * 0.1, size * 0.64, colour, {
      rx: 4,
    }),
    rect(x - size * 0.24, seat, size * 0.07, size * 0.46, colour),
    rect(x + size * 0.17, seat, size * 0.07, size * 0.46, colour),
  ].join('');
}

function lamp(x: number, top: number, size: number, colour: string): string {
  return [
    rect(x - 2, top, 4, 70, '#5b5148'),
    path(`M${x - size} ${top + 70 + size * 0.7}Q${x} ${top + 40} ${x + size} ${top + 70 + size * 0.7}z`, {
      fill: colour,
    }),
    ellipse(x, top + 76 + size * 0.7, size * 0.4, 8, '#fff3c4'),
  ].join('');
}

function plant(random: SeededRandom, x: number, base: number, height: number): string {
  const leaves = [-62, -36, -10, 16, 40, 64].map(angle => {
    const length = height * (0.5 + random.next() * 0.2);
    const colour = random.pick(['#4f8a5b', '#3f7a5a', '#6a9f5c']);
    return `<g transform="rotate(${angle} ${x} ${base - height * 0.3})">${ellipse(x, base - height * 0.3 - length / 2, height * 0.08, length / 2, colour)}</g>`;
  });
  return [
    ...leaves,
    polygon(
      [
        [x - height * 0.18, base - height * 0.32],
        [x + height * 0.18, base - height * 0.32],
        [x + height * 0.13, base],
        [x - height * 0.13, base],
      ],
      '#c98e6b',
    ),
  ].join('');
}
