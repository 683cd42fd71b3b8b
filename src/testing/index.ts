export { hammer, type HammerOptions, type Outcome, type Tally } from './hammer.js';
export { HammerError, type HammerReport, type Tallied } from './hammer-report.js';
