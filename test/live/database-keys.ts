import Database from 'better-sqlite3';
import mysql from 'mysql2/promise';
import pg from 'pg';

/** What a database itself says of its tables after it ran the scripts, a line each, in no order. */
export interface DatabaseFacts {
  /** `users: unique users_email_key (email)`. */
  readonly keys: readonly string[];
  /** `users.email?`: `?` takes NULL, `!` is numbered by the database. */
  readonly columns: readonly string[];
}

export async function factsOfPostgres(url: string, scripts: readonly string[]): Promise<DatabaseFacts> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const statement of scripts.flatMap(withoutTransaction)) await client.query(statement);
    const keys = await client.query<{ key: string }>(`
      SELECT format('%s: %s %s (%s)%s%s', t.relname,
        CASE WHEN x.indisprimary THEN 'primary key' ELSE 'unique' END, i.relname,
        (SELECT string_agg(pg_get_indexdef(x.indexrelid, n, true), ', ' ORDER BY n)
          FROM generate_series(1, x.indnkeyatts) n),
        ' where ' || pg_get_expr(x.indpred, x.indrelid),
        CASE WHEN x.indnullsnotdistinct THEN ' nulls equal' END) AS key
      FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
      WHERE x.indisunique AND t.relnamespace = 'public'::regnamespace`);
    const columns = await client.query<{ column: string }>(`
      SELECT table_name || '.' || column_name || CASE is_nullable WHEN 'YES' THEN '?' ELSE '' END
        || CASE WHEN is_identity = 'YES' OR column_default ~ '^\\(?(nextval|gen_random_uuid)' THEN '!' ELSE '' END
        AS column
      FROM information_schema.columns WHERE table_schema = 'public'`);
    return { keys: keys.rows.map(({ key }) => key), columns: columns.rows.map(({ column }) => column) };
  } finally {
    await client.end();
  }
}

/** Statements of one message share a transaction, in which no index is made or dropped concurrently. */
const withoutTransaction = (script: string): readonly string[] =>
  script.split(
    /^(?=(?:CREATE UNIQUE|DROP) INDEX CONCURRENTLY)|(?<=^(?:CREATE UNIQUE|DROP) INDEX CONCURRENTLY.*$)/mu,
  );

export async function factsOfMariaDb(url: string, scripts: readonly string[]): Promise<DatabaseFacts> {
  const client = await mysql.createConnection({ uri: url, multipleStatements: true });
  try {
    for (const script of scripts) await client.query(script);
    const [keys] = await client.query<(mysql.RowDataPacket & { key: string })[]>(`
      SELECT CONCAT(table_name, ': ', IF(index_name = 'PRIMARY', 'primary key', 'unique'), ' ', index_name, ' (',
        GROUP_CONCAT(column_name, IF(sub_part IS NULL, '', CONCAT('(', sub_part, ')'))
          ORDER BY seq_in_index SEPARATOR ', '), ')') AS \`key\`
      FROM information_schema.statistics WHERE table_schema = DATABASE() AND non_unique = 0
      GROUP BY table_name, index_name`);
    const [columns] = await client.query<(mysql.RowDataPacket & { column: string })[]>(`
      SELECT CONCAT(table_name, '.', column_name, IF(is_nullable = 'YES', '?', ''),
        IF(extra LIKE '%auto_increment%' OR column_default LIKE '%uuid()%', '!', '')) AS \`column\`
      FROM information_schema.columns WHERE table_schema = DATABASE()`);
    return { keys: keys.map(({ key }) => key), columns: columns.map(({ column }) => column) };
  } finally {
    await client.end();
  }
}

/** SQLite makes up names of constraints that nobody can use, and has none for a key of the row's number. */
export function factsOfSqlite(scripts: readonly string[]): DatabaseFacts {
  const database = new Database(':memory:');
  try {
    for (const script of scripts) database.exec(script);
    const keys = database
      .prepare<[], string>(
        `
      SELECT t.name || ': ' || CASE l.origin WHEN 'pk' THEN 'primary key' ELSE 'unique' END
        || CASE l.origin WHEN 'c' THEN ' ' || l.name ELSE '' END || ' ('
        || (SELECT group_concat(coalesce(name, 'expression'), ', ') FROM
             (SELECT * FROM pragma_index_xinfo(l.name) WHERE key ORDER BY seqno)) || ')'
        || CASE WHEN l.partial THEN ' where' ELSE '' END
      FROM sqlite_schema t, pragma_index_list(t.name) l
      WHERE t.type = 'table' AND t.name NOT GLOB 'words*' AND l."unique"
      UNION ALL
      SELECT t.name || ': primary key (' || group_concat(c.name) || ')'
      FROM sqlite_schema t, pragma_table_info(t.name) c
      WHERE t.type = 'table' AND t.name NOT GLOB 'words*' AND c.pk
        AND NOT EXISTS (SELECT 1 FROM pragma_index_list(t.name) WHERE origin = 'pk')
      GROUP BY t.name`,
      )
      .pluck()
      .all();
    return { keys, columns: [] };
  } finally {
    database.close();
  }
}
