/** Measures what reading a supplier's response costs, compared with `JSON.parse` of the same text. */
import { median, withSpread } from '../measure/statistics.ts';

const WARM_UP_ROUNDS = 20;
const ROUNDS = 31;

export interface MappingCost {
  parseMs: number;
  ratio: number;
  /** The ratio with its spread over the rounds. */
  text: string;
}

/** `read` parses and maps the text, and returns a number that depends on the result, so that no work can be skipped. */
export function measureMapping(text: string, read: (text: string) => number): MappingCost {
  let checksum = 0;
  /** CPU time of the process, because other programs on the machine must not count. */
  const timed = (work: () => number): number => {
    const start = process.cpuUsage();
    checksum += work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
  const parse = () => Object.keys(JSON.parse(text)).length;
  for (let i = 0; i < WARM_UP_ROUNDS; i += 1) timed(() => parse() + read(text));
  const rounds = Array.from({ length: ROUNDS }, () => {
    const parseMs = timed(parse);
    return { parseMs, ratio: timed(() => read(text)) / parseMs };
  });
  if (Number.isNaN(checksum)) throw new Error('The result could not be read.');
  const ratios = rounds.map(({ ratio }) => ratio);
  return {
    parseMs: median(rounds.map(({ parseMs }) => parseMs)),
    ratio: median(ratios),
    text: withSpread(ratios, 2),
  };
}
