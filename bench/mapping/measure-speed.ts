/** Measures the CPU time and memory for mapping a million records, country by country as the job does it. */
import { CandidateIndex } from '../../server/src/mapping/candidates/candidate-index.ts';
import { type Decision, decide, resolveClaims } from '../../server/src/mapping/scoring/decide.ts';
import type { MappingModel } from '../../server/src/mapping/scoring/model.ts';
import { prepareCountry } from '../../server/test/mapping/map-world.ts';
import { generateCountry } from '../../server/test/mapping/world/generate-world.ts';
import { COUNTRIES } from '../../server/test/mapping/world/towns.ts';

/** Generates about a million hotels of one supplier. */
const SIZE = { countries: 18, towns: 620, hotelsPerTown: 110, twins: 0.2 };

export interface Speed {
  records: number;
  catalogue: number;
  candidates: number;
  minutesPerMillion: number;
  peakMiB: number;
}

export function measureSpeed(model: MappingModel): Speed {
  let [records, catalogue, pairs, microseconds] = [0, 0, 0, 0];
  for (const country of Object.keys(COUNTRIES)) {
    const world = generateCountry('speed 1', country, SIZE, ['WHOLESALER']);
    const started = process.cpuUsage();
    const { ours, theirs, corpus } = prepareCountry(world, 'WHOLESALER');
    const index = new CandidateIndex(ours, corpus);
    const decisions = new Map<string, Decision<string>>();
    for (const { entry, form } of theirs) {
      const candidates = index.find(form);
      pairs += candidates.length;
      decisions.set(entry.record.supplierId, decide(form, candidates, corpus, model));
    }
    resolveClaims(decisions, model);
    const { user, system } = process.cpuUsage(started);
    microseconds += user + system;
    records += theirs.length;
    catalogue += ours.length;
  }
  return {
    records,
    catalogue,
    candidates: pairs / records,
    minutesPerMillion: (microseconds / 60_000_000) * (1_000_000 / records),
    peakMiB: process.resourceUsage().maxRSS / 1_024,
  };
}
