import { enter } from './enter.js';
import { apply, invokeMethod } from './invoke.js';
import { callSite } from './call-site.js';
import { settle } from './builtins.js';
import { evaluate } from './expressions.js';
import { bind } from './patterns.js';
import { property } from './properties.js';
import { Run, type Semantics } from './run.js';
import { execute } from './statements.js';
import type { World } from './world.js';

const semantics: Semantics = {
  evaluate,
  execute,
  enter,
  apply,
  invokeMethod,
  property,
  settle,
  bind,
  site: callSite,
};

/** A new walk that starts in a file. */
export const startRun = (world: World, file: string): Run => new Run(world, semantics, file);
