const NAME = String.raw`(?:[\w$]+|"(?:[^"]|"")+"|\u0060[^\u0060]+\u0060|\[[^\]]+\])`;
const TABLE = String.raw`(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?${NAME}(?:\s*\.\s*${NAME})*`;
const CREATE = new RegExp(String.raw`^create\s+(?:\w+\s+)*?table\s+${TABLE}\s*\(`, 'iu');
const ALTER = new RegExp(String.raw`^alter\s+(?:ignore\s+|online\s+)*table\s+${TABLE}\s*\*?(?=\s)`, 'iu');

/** `ADD (a int, b int)`, `ADD COLUMN (...)`. */
const ADD_LIST = /^add\s+(?:column\s+)?\(/iu;

const TOKEN = /'(?:[^'\\]|\\[^]|'')*'|"(?:[^"]|"")*"|`[^`]*`|--[^\n]*|\/\*[^]*?\*\/|[(),]/gu;

/** One column, constraint or action of a statement, alone in a statement that is otherwise the same. */
export interface StatementPart {
  readonly item: string;
  /** The statement with this item only. All lines stand where they stood. */
  readonly text: string;
  /** The same with another item in its place. */
  with(item: string): string;
}

/** Takes `CREATE TABLE` apart by columns and constraints, `ALTER TABLE` by actions; `[]`: it has no list. */
export function divide(statement: string): readonly StatementPart[] {
  const create = CREATE.exec(statement)?.[0];
  if (create !== undefined) return partsOf(statement, create.length, create, ')');
  const alter = ALTER.exec(statement)?.[0];
  if (alter === undefined) return [];
  return partsOf(statement, alter.length, alter, '').flatMap(part => {
    const list = ADD_LIST.exec(part.item)?.[0];
    if (list === undefined) return [part];
    const before = statement.slice(alter.length, statement.indexOf(part.item, alter.length));
    return partsOf(part.item, list.length, `${alter}${lines(before)} add column `, '');
  });
}

/** The items of the list that begins at `start`, up to its closing parenthesis or the end of the text. */
function partsOf(text: string, start: number, head: string, tail: string): readonly StatementPart[] {
  const parts: StatementPart[] = [];
  let [depth, from] = [0, start];
  const add = (end: number): void => {
    const written = text.slice(from, end);
    const item = written.trim();
    const above = lines(text.slice(start, from) + written.slice(0, written.indexOf(item)));
    const put = (given: string): string => `${head}${above} ${given}\n${tail}`;
    if (item !== '') parts.push({ item, text: put(item), with: put });
    from = end + 1;
  };
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (index < start) continue;
    if (token === '(') depth++;
    else if (token === ')' && --depth < 0) {
      add(index);
      return parts;
    } else if (token === ',' && depth === 0) add(index);
  }
  add(text.length);
  return parts;
}

/** As many ends of lines as the text has. */
const lines = (text: string): string => text.replaceAll(/[^\n]/gu, '');
