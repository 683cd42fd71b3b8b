import type { SchemaChange } from '../../schema/schema-change.js';
export const readSqlChanges = (_text: string, _file: string, _dialect: string): { changes: SchemaChange[] } => ({ changes: [] });
