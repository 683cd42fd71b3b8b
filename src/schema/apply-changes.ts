import type { SchemaChange } from './schema-change.js';
import type { Table } from './table.js';
export const applyChanges = (changes: Iterable<SchemaChange>): Table[] => [...changes].flatMap(c => c.kind === 'create-table' ? [c.table] : []);
