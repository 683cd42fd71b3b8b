import { handle } from '../../values/make.js';
import type { Handle, Value } from '../../values/value.js';
import type { CallSite } from '../adapter.js';
import type { Model } from '../mongoose/handles.js';

export const client: Handle = handle('mongodb', 'client');
export const database: Handle = handle('mongodb', 'database');

/** Queries on it are made as those on a model are, which has versions beside its name. */
export const collection = (name: string | undefined): Handle =>
  handle('mongodb', 'collection', { name, versioned: false, source: () => undefined } satisfies Model);

export const collectionNamed = (name: Value | undefined, site: CallSite): Handle =>
  collection(name && site.resourceOf(name));

export const nameOf = ({ data }: Handle): string | undefined => (data as Model).name;
