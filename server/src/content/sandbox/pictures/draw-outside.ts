/** Draws buildings, pools, beaches and the surroundings of a hotel. Pure. */
import type { SeededRandom } from '../seeded-random.ts';
import { bush, lounger, mountains, palm, parasol, sea, sky, skyline, tree, water } from './outside.ts';
import { ellipse, HEIGHT, polygon, rect, type Scheme, WIDTH } from './svg.ts';

export type Building = 'tower' | 'townhouse' | 'resort' | 'villa' | 'lodge';

interface House {
  x: number;
  top: number;
  width: number;
  base: number;
  floors: number;
  columns: number;
}

const STREET = 540;

export function exterior(random: SeededRandom, scheme: Scheme, building: Building): string[] {
  return [sky(random, scheme), ...DRAW[building](random, scheme)];
}

const DRAW: Readonly<Record<Building, (random: SeededRandom, scheme: Scheme) => string[]>> = {
  tower(random, scheme) {
    const width = random.between(300, 420);
    const floors = random.between(7, 9);
    const x = random.between(200, WIDTH - 200 - width);
    const house = { x, top: 70, width, base: STREET, floors, columns: random.between(5, 7) };
    return [
      skyline(random, STREET),
      pavement(),
      rect(x + width, 120, 54, STREET - 120, scheme.shade),
      facade(random, scheme, house),
      rect(x - 10, 60, width + 20, 14, scheme.shade),
      entrance(scheme, x + width / 2, 190),
      ...[60, 140, WIDTH - 130, WIDTH - 50].map(at =>
        tree(random, at, STREET + 22, random.between(130, 190)),
      ),
    ];
  },
  townhouse(random, scheme) {
    const neighbours = [-20, 690].map(x => {
      const other = { ...scheme, wall: random.pick(['#e6d3b8', '#d9b59a', '#c9d3cf', '#efe3d2']) };
      return (
        facade(random, other, {
          x,
          top: random.between(230, 290),
          width: 290,
          base: STREET,
          floors: 3,
          columns: 3,
        }) + rect(x - 6, 224, 302, 16, scheme.roof)
      );
    });
    const top = random.between(150, 190);
    const house = { x: 262, top, width: 436, base: STREET, floors: random.between(3, 4), columns: 5 };
    const roof = random.chance(0.5)
      ? polygon(
          [
            [244, top],
            [300, top - 84],
            [660, top - 84],
            [716, top],
          ],
          scheme.roof,
        ) + [340, 450, 560].map(x => dormer(x, top - 14)).join('')
      : polygon(
          [
            [244, top],
            [480, top - 116],
            [716, top],
          ],
          scheme.roof,
        ) + ellipse(480, top - 46, 24, 24, '#dcebf2');
    return [
      skyline(random, 420),
      pavement(),
      ...neighbours,
      facade(random, scheme, house),
      roof,
      entrance(scheme, 480, 150),
      ...[280, 680].map(x => bush(random, x, STREET + 8, 70)),
      tree(random, random.pick([90, 870]), STREET + 26, 220),
    ];
  },
  resort(random, scheme) {
    const top = 210;
    const wings = [
      { x: 60, top: top + 60, width: 270, base: 440, floors: 3, columns: 4 },
      { x: 630, top: top + 60, width: 270, base: 440, floors: 3, columns: 4 },
    ];
    return [
      sea(random, 330, 460),
      ...wings.map(wing => facade(random, scheme, wing) + flatRoof(scheme, wing)),
      facade(random, scheme, { x: 320, top, width: 320, base: 440, floors: 4, columns: 5 }),
      polygon(
        [
          [304, top],
          [480, top - 78],
          [656, top],
        ],
        scheme.roof,
      ),
      rect(0, 436, WIDTH, HEIGHT - 436, '#e9dcc0'),
      water(480, 600, 190),
      ...[30, 130, WIDTH - 140, WIDTH - 40].map(x => palm(random, x, 500, random.between(210, 290))),
      lounger(60, 620, '#ffffff'),
      lounger(780, 620, '#ffffff'),
    ];
  },
  villa(random, scheme) {
    const left = random.chance(0.5);
    const [low, high] = left ? [470, 190] : [170, 440];
    return [
      random.chance(0.5) ? mountains(random, 440) : skyline(random, 430, '#6f8f7c'),
      rect(0, 430, WIDTH, HEIGHT - 430, '#a9c485'),
      facade(random, scheme, { x: low, top: 330, width: 320, base: 500, floors: 1, columns: 3 }),
      rect(low - 16, 316, 352, 18, scheme.roof),
      facade(random, scheme, { x: high, top: 200, width: 330, base: 500, floors: 2, columns: 3 }),
      polygon(
        [
          [high - 22, 204],
          [high + 165, 118],
          [high + 352, 204],
        ],
        scheme.roof,
      ),
      water(540, 620, 240),
      ...[70, 880].map(x => palm(random, x, 540, random.between(220, 280))),
      ...[150, 800, 860].map(x => bush(random, x, 530, 90)),
    ];
  },
  lodge(random, scheme) {
    return [
      mountains(random, 470),
      rect(0, 460, WIDTH, HEIGHT - 460, '#9dbb80'),
      ...[60, 130, 200, 800, 880].map(x => fir(x, 500, random.between(150, 230))),
      rect(270, 300, 420, 220, scheme.wood),
      ...Array.from({ length: 6 }, (_, i) => rect(270, 330 + i * 34, 420, 3, '#000000', { opacity: 0.12 })),
      ...[310, 410, 510, 610].map(x => frame(random, x, 340, 46, 58)),
      ...[310, 610].map(x => frame(random, x, 430, 46, 58)),
      polygon(
        [
          [220, 306],
          [480, 130],
          [740, 306],
          [700, 312],
          [480, 164],
          [260, 312],
        ],
        scheme.roof,
      ),
      polygon(
        [
          [262, 308],
          [480, 162],
          [698, 308],
        ],
        scheme.wood,
      ),
      frame(random, 452, 216, 56, 66),
      rect(440, 420, 80, 100, '#5c3d2a'),
      bush(random, 250, 530, 80),
      bush(random, 710, 530, 80),
    ];
  },
};

export function pool(random: SeededRandom, scheme: Scheme): string[] {
  return [
    sky(random, scheme),
    random.chance(0.5) ? sea(random, 300, 380) : mountains(random, 380),
    rect(0, 370, WIDTH, HEIGHT - 370, '#efe4cd'),
    ...[40, 110, 850, 930].map(x => palm(random, x, 410, random.between(200, 300))),
    ...[180, 420, 660].map(
      x =>
        parasol(x + 60, 414, 130, scheme.accent) + lounger(x, 420, '#ffffff') + bush(random, x - 40, 404, 50),
    ),
    water(450, 610, 150),
  ];
}

export function beach(random: SeededRandom, scheme: Scheme): string[] {
  return [
    sky(random, scheme),
    sea(random, 290, 470),
    polygon(
      [
        [0, 470],
        [300, 448],
        [640, 474],
        [WIDTH, 440],
        [WIDTH, HEIGHT],
        [0, HEIGHT],
      ],
      '#f1dcae',
    ),
    polygon(
      [
        [0, 462],
        [300, 440],
        [640, 466],
        [WIDTH, 432],
        [WIDTH, 444],
        [640, 478],
        [300, 452],
        [0, 474],
      ],
      '#ffffff',
      { opacity: 0.7 },
    ),
    ...[190, 470, 730].map(
      (x, i) =>
        parasol(x + 50, 570 + i * 8, 150, i === 1 ? scheme.soft : scheme.accent) +
        lounger(x, 580 + i * 8, '#ffffff'),
    ),
    palm(random, 60, 600, 330),
    palm(random, 900, 580, 300),
  ];
}

export type Surroundings = 'skyline' | 'mountains' | 'coast';

export function surroundings(random: SeededRandom, scheme: Scheme, kind: Surroundings): string[] {
  const front = Array.from({ length: 9 }, (_, i) =>
    tree(random, i * 120 + random.between(-20, 20), 640, random.between(110, 190)),
  );
  if (kind === 'mountains')
    return [
      sky(random, scheme),
      mountains(random, 430),
      sea(random, 430, 560),
      rect(0, 556, WIDTH, 90, '#8fb070'),
      ...front,
    ];
  if (kind === 'coast')
    return [
      sky(random, scheme),
      skyline(random, 380, '#b98c78'),
      sea(random, 380, 580),
      rect(0, 576, WIDTH, 80, '#e6cf9f'),
      ...front.slice(0, 3),
    ];
  return [
    sky(random, scheme),
    skyline(random, 470, '#8092ad'),
    skyline(random, 560, '#4f6484'),
    rect(0, 556, WIDTH, 90, '#8fb070'),
    ...front,
  ];
}

function facade(random: SeededRandom, scheme: Scheme, house: House): string {
  const { x, top, width, base, floors, columns } = house;
  const [stepX, stepY] = [width / columns, (base - top - 14) / (floors + 0.35)];
  const [windowWidth, windowHeight] = [stepX * 0.5, stepY * 0.58];
  const style = random.pick(['plain', 'shutters', 'balcony'] as const);
  let shapes = rect(x, top, width, base - top, scheme.wall);
  shapes += rect(x, base - stepY * 0.35 - 14, width, 6, scheme.shade);
  for (let floor = 0; floor < floors; floor++) {
    for (let column = 0; column < columns; column++) {
      const left = x + column * stepX + (stepX - windowWidth) / 2;
      const y = top + 14 + floor * stepY + (stepY - windowHeight) / 2;
      if (style === 'shutters') {
        shapes += rect(left - windowWidth * 0.32, y, windowWidth * 0.26, windowHeight, scheme.accent);
        shapes += rect(left + windowWidth * 1.06, y, windowWidth * 0.26, windowHeight, scheme.accent);
      }
      shapes += frame(random, left, y, windowWidth, windowHeight);
      if (style === 'balcony') {
        const railTop = y + windowHeight * 0.62;
        shapes += rect(left - 8, railTop, windowWidth + 16, windowHeight * 0.42, scheme.roof, {
          opacity: 0.75,
        });
        shapes += rect(left - 10, railTop - 3, windowWidth + 20, 4, '#ffffff');
      }
    }
  }
  return shapes;
}

/** A window. Some are lit. */
function frame(random: SeededRandom, x: number, y: number, width: number, height: number): string {
  const glass = random.chance(0.28) ? '#ffe3a1' : '#a9cbdc';
  return [
    rect(x - 3, y - 3, width + 6, height + 6, '#ffffff'),
    rect(x, y, width, height, glass),
    polygon(
      [
        [x, y + height],
        [x, y + height * 0.4],
        [x + width * 0.7, y],
        [x + width, y],
      ],
      '#ffffff',
      { opacity: 0.22 },
    ),
    rect(x + width / 2 - 1.5, y, 3, height, '#ffffff'),
  ].join('');
}

function dormer(x: number, base: number): string {
  return rect(x, base - 44, 60, 44, '#fbf8f2') + rect(x + 14, base - 36, 32, 32, '#a9cbdc');
}

function entrance({ accent, wood }: Scheme, centre: number, width: number): string {
  const left = centre - width / 2;
  const stripes = Array.from({ length: 8 }, (_, i) =>
    rect(left + (i * width) / 8, STREET - 104, width / 8, 30, i % 2 === 0 ? accent : '#ffffff'),
  );
  return [
    rect(left + 10, STREET - 78, width - 20, 78, '#2f3b46'),
    rect(left + 16, STREET - 74, width - 32, 74, '#ffe9b8', { opacity: 0.85 }),
    rect(centre - 30, STREET - 72, 28, 72, wood),
    rect(centre + 2, STREET - 72, 28, 72, wood),
    ...stripes,
    rect(left - 4, STREET - 110, width + 8, 8, accent),
    ...[left - 20, left + width + 6].map(
      x => rect(x, STREET - 22, 16, 22, '#8a5a44') + ellipse(x + 8, STREET - 32, 15, 18, '#4f8a5b'),
    ),
  ].join('');
}

function flatRoof({ roof }: Scheme, { x, top, width }: House): string {
  return rect(x - 8, top - 10, width + 16, 14, roof);
}

function pavement(): string {
  return [
    rect(0, STREET, WIDTH, 36, '#d8d2c6'),
    rect(0, STREET + 32, WIDTH, HEIGHT - STREET - 32, '#6d7480'),
    ...Array.from({ length: 7 }, (_, i) =>
      rect(30 + i * 140, STREET + 62, 70, 6, '#f3efe4', { opacity: 0.7 }),
    ),
  ].join('');
}

function fir(x: number, base: number, height: number): string {
  return [
    rect(x - 6, base - 24, 12, 24, '#6b4a34'),
    ...[0, 0.28, 0.55].map(share =>
      polygon(
        [
          [x - height * 0.24 * (1 - share * 0.7), base - 18 - height * share],
          [x, base - 18 - height * (share + 0.45)],
          [x + height * 0.24 * (1 - share * 0.7), base - 18 - height * share],
        ],
        '#3f6f58',
      ),
    ),
  ].join('');
}
