/** What is outside: sky, hills, sea, trees and the parts of a pool. Pure. */
import type { SeededRandom } from '../seeded-random.ts';
import { ellipse, gradient, HEIGHT, path, polygon, rect, type Scheme, WIDTH } from './svg.ts';

export function sky(random: SeededRandom, { sky: [top, bottom] }: Scheme): string {
  const sunX = random.between(120, WIDTH - 120);
  const sunY = random.between(70, 150);
  const clouds = Array.from({ length: random.between(2, 4) }, () =>
    cloud(random.between(40, WIDTH - 160), random.between(40, 200), random.between(60, 110)),
  );
  return [
    `<defs>${gradient('sky', top, bottom)}</defs>`,
    rect(0, 0, WIDTH, HEIGHT, 'url(#sky)'),
    ellipse(sunX, sunY, 74, 74, '#fff6d8', { opacity: 0.35 }),
    ellipse(sunX, sunY, 42, 42, '#fff3c4'),
    ...clouds,
  ].join('');
}

function cloud(x: number, y: number, width: number): string {
  const height = width * 0.22;
  return `<g fill="#ffffff" opacity="0.75">${[
    ellipse(x, y, width * 0.55, height, '#ffffff'),
    ellipse(x + width * 0.5, y - height * 0.7, width * 0.4, height * 1.1, '#ffffff'),
    ellipse(x + width, y, width * 0.5, height, '#ffffff'),
  ].join('')}</g>`;
}

/** The silhouettes of distant houses. `base` is the line on which they stand. */
export function skyline(random: SeededRandom, base: number, colour = '#5c7391'): string {
  let shapes = '';
  for (let x = -10; x < WIDTH; ) {
    const width = random.between(38, 92);
    const height = random.between(70, 230);
    shapes += rect(x, base - height, width, height, colour);
    const top = random.pick(['flat', 'mast', 'gable'] as const);
    if (top === 'mast') shapes += rect(x + width / 2 - 3, base - height - 34, 5, 36, colour);
    else if (top === 'gable')
      shapes += polygon(
        [
          [x, base - height],
          [x + width / 2, base - height - 30],
          [x + width, base - height],
        ],
        colour,
      );
    x += width + random.between(0, 14);
  }
  return `<g opacity="0.42">${shapes}</g>`;
}

export function mountains(random: SeededRandom, base: number): string {
  const ridge = (colour: string, height: number, count: number) => {
    const width = WIDTH / count;
    let shapes = '';
    for (let i = -1; i <= count; i++) {
      const x = i * width + random.between(-30, 30);
      const top = base - height - random.between(-40, 50);
      shapes += polygon(
        [
          [x - width * 0.4, base],
          [x + width * 0.5, top],
          [x + width * 1.4, base],
        ],
        colour,
      );
      if (height > 200)
        shapes += polygon(
          [
            [x + width * 0.5, top],
            [x + width * 0.32, top + 62],
            [x + width * 0.45, top + 48],
            [x + width * 0.54, top + 66],
            [x + width * 0.68, top + 50],
          ],
          '#ffffff',
          { opacity: 0.85 },
        );
    }
    return shapes;
  };
  return ridge('#8ba3b8', 250, 3) + ridge('#6f8f7c', 120, 4);
}

export function sea(random: SeededRandom, top: number, bottom: number): string {
  const waves = Array.from({ length: 14 }, () => {
    const y = random.between(top + 12, bottom - 8);
    const x = random.between(-40, WIDTH);
    return path(`M${x} ${y}q24 -7 48 0t48 0`, {
      stroke: '#ffffff',
      'stroke-width': 3,
      fill: 'none',
      opacity: 0.35,
    });
  });
  const boatX = random.between(120, WIDTH - 160);
  return [
    `<defs>${gradient('sea', '#2f8fbf', '#7fd0d8')}</defs>`,
    rect(0, top, WIDTH, bottom - top, 'url(#sea)'),
    ...waves,
    polygon(
      [
        [boatX, top + 18],
        [boatX + 66, top + 18],
        [boatX + 52, top + 34],
        [boatX + 12, top + 34],
      ],
      '#fbfaf6',
    ),
    polygon(
      [
        [boatX + 32, top - 44],
        [boatX + 32, top + 14],
        [boatX + 62, top + 14],
      ],
      '#ffffff',
    ),
  ].join('');
}

const GREENS = ['#4f8a5b', '#5f9a52', '#3f7a5a', '#76a558'];

export function tree(random: SeededRandom, x: number, base: number, height: number): string {
  const green = random.pick(GREENS);
  return [
    rect(x - height * 0.035, base - height * 0.5, height * 0.07, height * 0.5, '#7a5a41'),
    ellipse(x, base - height * 0.68, height * 0.28, height * 0.32, green),
    ellipse(x - height * 0.15, base - height * 0.55, height * 0.2, height * 0.2, green),
    ellipse(x + height * 0.08, base - height * 0.76, height * 0.15, height * 0.15, '#ffffff', {
      opacity: 0.12,
    }),
  ].join('');
}

export function palm(random: SeededRandom, x: number, base: number, height: number): string {
  const lean = random.between(-30, 30);
  const [topX, topY] = [x + lean, base - height];
  const leaves = [-1, -0.6, -0.15, 0.25, 0.65, 1].map(side => {
    const reach = side * height * 0.46;
    const drop = Math.abs(side) * height * 0.22;
    return path(
      `M${topX} ${topY}q${Math.round(reach * 0.5)} ${Math.round(-height * 0.2)} ${Math.round(reach)} ${Math.round(drop)}q${Math.round(-reach * 0.35)} ${Math.round(-drop * 0.9)} ${Math.round(-reach)} ${Math.round(-drop)}z`,
      { fill: side < 0 ? '#3f8a5a' : '#4f9a5f' },
    );
  });
  return [
    path(`M${x} ${base}Q${x + lean * 0.2} ${Math.round(base - height * 0.5)} ${topX} ${topY}`, {
      stroke: '#94704c',
      'stroke-width': Math.round(height * 0.07),
      fill: 'none',
    }),
    ...leaves,
  ].join('');
}

export function bush(random: SeededRandom, x: number, base: number, width: number): string {
  const green = random.pick(GREENS);
  return [
    ellipse(x, base - width * 0.2, width * 0.5, width * 0.26, green),
    ellipse(x - width * 0.3, base - width * 0.12, width * 0.3, width * 0.18, green),
    ellipse(x + width * 0.3, base - width * 0.14, width * 0.32, width * 0.2, green),
  ].join('');
}

export function parasol(x: number, base: number, size: number, colour: string): string {
  const top = base - size;
  const r = size * 0.62;
  return [
    rect(x - 3, top, 6, size, '#f4efe6'),
    path(`M${x - r} ${top + r * 0.42}Q${x} ${top - r * 0.75} ${x + r} ${top + r * 0.42}z`, { fill: colour }),
    path(`M${x - r * 0.36} ${top + r * 0.42}Q${x} ${top - r * 0.75} ${x + r * 0.36} ${top + r * 0.42}z`, {
      fill: '#ffffff',
      opacity: 0.8,
    }),
  ].join('');
}

export function lounger(x: number, base: number, colour: string): string {
  return [
    polygon(
      [
        [x, base - 26],
        [x + 78, base - 26],
        [x + 112, base - 62],
        [x + 122, base - 54],
        [x + 86, base - 14],
        [x, base - 14],
      ],
      colour,
    ),
    rect(x + 8, base - 14, 6, 14, '#8d7257'),
    rect(x + 74, base - 14, 6, 14, '#8d7257'),
  ].join('');
}

export function water(top: number, bottom: number, inset: number): string {
  const lines = [0.25, 0.5, 0.75].map(share => {
    const y = Math.round(top + (bottom - top) * share);
    return path(`M${Math.round(inset * (1.15 - share))} ${y}q40 -9 80 0t80 0t80 0t80 0t80 0t80 0`, {
      stroke: '#ffffff',
      'stroke-width': 4,
      fill: 'none',
      opacity: 0.4,
    });
  });
  return [
    `<defs>${gradient('pool', '#4fc3d9', '#2a9cc4')}</defs>`,
    polygon(
      [
        [inset - 14, top - 10],
        [WIDTH - inset + 14, top - 10],
        [WIDTH - 10, bottom + 14],
        [10, bottom + 14],
      ],
      '#f7f4ec',
    ),
    polygon(
      [
        [inset, top],
        [WIDTH - inset, top],
        [WIDTH - 36, bottom],
        [36, bottom],
      ],
      'url(#pool)',
    ),
    ...lines,
  ].join('');
}
