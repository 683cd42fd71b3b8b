import type { Adapter } from './adapter.js';
import { fpTs } from './fp-ts.js';
import { prisma } from './prisma.js';

export const adapters: readonly Adapter[] = [prisma, fpTs];
