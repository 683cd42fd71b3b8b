import { resolve } from 'node:path';
import { adapters } from '../adapters/index.js';
import { noTypes } from '../adapters/no-types.js';
import type { Hints } from '../flow/project-world.js';
import type { IdempotencySettings } from './settings.js';

/** Turns settings into what flow asks for. An unknown library is an error that names those there are. */
export function hintsFrom({ clients = [], wrappers = [] }: IdempotencySettings, cwd: string): Hints {
  const kinds = new Map(wrappers.map(({ name, kind }) => [name, kind]));
  return {
    clients: clients.flatMap(({ module, export: name, library, type }) => {
      const adapter = adapters.find(candidate => candidate.name === library);
      if (!adapter) {
        const names = adapters.map(known => known.name).join(', ');
        throw new Error(`settings.idempotency.clients: unknown library "${library}"; known are ${names}.`);
      }
      const value =
        adapter.typed?.(type ?? adapter.client ?? '', noTypes) ??
        adapter.exported?.(type ?? adapter.client ?? 'default', library);
      if (!value)
        throw new Error(`settings.idempotency.clients: "${type ?? ''}" is no client type of ${library}.`);
      return [
        { module, export: name, value },
        { module: resolve(cwd, module), export: name, value },
      ];
    }),
    wrapper: name => kinds.get(name),
  };
}
