import type { ModuleProblem } from '../modules/problem.js';

/** Something that could not be checked, and what to do about it. */
export type Problem = ModuleProblem;
