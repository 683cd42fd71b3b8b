const COMMENT = String.raw`^[ \t]*--+[ \t]*`;

/**
 * Where a migration tool's file turns to the way back, and to the way forth again: goose, sql-migrate,
 * dbmate, node-pg-migrate, sqlite, tern.
 * https://pressly.github.io/goose/documentation/annotations/
 * https://github.com/amacneil/dbmate#creating-migrations
 * https://salsita.github.io/node-pg-migrate/migrations/
 */
const TURN = new RegExp(
  [
    String.raw`${COMMENT}(?:\+goose|\+migrate|migrate:)[ \t]*(?<tool>up|down)\b`,
    String.raw`${COMMENT}(?<plain>up|down)(?:[ \t]+migration)?[ \t]*-*[ \t]*\r?$`,
    String.raw`${COMMENT}create above[ \t]*/[ \t]*(?<tern>drop) below`,
  ].join('|'),
  'iu',
);

/** Rows between `COPY ... FROM stdin;` and `\.`. */
const COPY = /^[ \t]*copy\b.*\bfrom[ \t]+stdin\b/iu;

/**
 * What a script does when it is run forward: the way back, rows of COPY and commands to the client
 * (`\connect`) are blank, and every line keeps its number.
 */
export function upSection(text: string): string {
  let isDown = false;
  let isCopied = false;
  return text
    .split('\n')
    .map(line => {
      if (isCopied) {
        isCopied = !line.startsWith('\\.');
        return '';
      }
      isCopied = COPY.test(line);
      const groups = line.includes('--') ? TURN.exec(line)?.groups : undefined;
      if (groups)
        isDown = /^(?:down|drop)$/iu.test(groups['tool'] ?? groups['plain'] ?? groups['tern'] ?? '');
      return isDown || line.startsWith('\\') ? '' : line;
    })
    .join('\n');
}
