/** What a text says of the classes of the project, as far as it takes no parsing. */
export interface DeclaredClasses {
  readonly classes: readonly DeclaredClass[];
  readonly providers: readonly Provider[];
  /** Constants that are often used as tokens: `const USERS = 'users'`. */
  readonly tokens: readonly (readonly [name: string, value: string])[];
}

export interface DeclaredClass {
  /** `default` where the class has no name and is the module's default export. */
  readonly className: string;
  /** Last names of what it extends and implements. */
  readonly bases: readonly string[];
}

/** Somewhere a container is told which class stands for a token. */
export interface Provider {
  /** A string, the name of a class, interface or constant, or the dotted name of one. */
  readonly tokens: readonly string[];
  /** Names as the class's own file has them, as far as the imports tell. */
  readonly classes: readonly { readonly className: string; readonly specifier: string | undefined }[];
}

const classStart =
  /^(.*?)\bclass\b(?:[ \t]+(?!extends\b|implements\b)([\w$]+))?\s*(?=[<{]|extends\b|implements\b)/gmu;
const variable = /([\w$]+)\s*(?::[^=\n]*)?=\s*$/u;
/** A class name in a comment. */
const commented = /\/\/|^\s*(?:\/\*|\*)/u;

const useClass = /\bprovide\s*:\s*([^,\n}]+)[^{}]*?\buse(?:Class|Existing)\s*:\s*([^,\n}]+)/gu;
const useClassFirst = /\buse(?:Class|Existing)\s*:\s*([^,\n}]+),[^{}]*?\bprovide\s*:\s*([^,\n}]+)/gu;
/** tsyringe: `container.registerSingleton<Users>('Users', PrismaUsers)`. */
const register =
  /\bregister(?:Singleton)?\s*(?:<([^>()]*)>)?\s*\(\s*([^,()]+?)\s*,\s*(?:\{\s*useClass\s*:\s*)?([\w$]+)/gu;
/** inversify: `bind<Users>(TYPES.Users).to(PrismaUsers)`. */
const bind = /\bbind\s*(?:<([^>()]*)>)?\s*\(\s*([^()]*?)\s*\)\s*\.\s*to\s*\(\s*([\w$]+)/gu;

const tokenConstant =
  /\bconst\s+([\w$]+)\s*(?::[^=\n]*)?=\s*(?:Symbol(?:\.for)?\s*\(\s*)?(['"])([^'"\n]+)\2/gu;
const namedImport = /\bimport\s+(?:type\s+)?([^'";]+?)\s+from\s*(['"])([^'"\n]+)\2/gu;

/** Reads a text for `class A extends B implements C` and for the providers of dependency injection. */
export function readDeclaredClasses(text: string): DeclaredClasses {
  const classes = /\bclass\b/u.test(text) ? readClasses(text) : [];
  const providers = /\bprovide\s*:|\bregister|\bbind\s*[<(]/u.test(text) ? readProviders(text) : [];
  const tokens = [...text.matchAll(tokenConstant)].flatMap(([, name = '', , value = '']) =>
    isTokenName(name) && value !== name ? [[name, value] as const] : [],
  );
  return { classes, providers, tokens };
}

function readClasses(text: string): DeclaredClass[] {
  const classes: DeclaredClass[] = [];
  for (const { 0: match, 1: before = '', 2: name, index } of text.matchAll(classStart)) {
    if (commented.test(before)) continue;
    const className =
      variable.exec(before)?.[1] ?? name ?? (/\bdefault\s*$/u.test(before) ? 'default' : undefined);
    if (className !== undefined) classes.push({ className, bases: readBases(text, index + match.length) });
  }
  return classes;
}

/** The names between the class's name and its body, without type arguments. */
function readBases(text: string, start: number): string[] {
  const limit = Math.min(text.length, start + 4000);
  let header = '';
  let depth = 0;
  for (let at = start; at < limit; at += 1) {
    const character = text.charAt(at);
    if (character === '{' && depth === 0) break;
    if (character === '/' && /^\/[/*]/u.test(text.slice(at, at + 2))) {
      const end = text.charAt(at + 1) === '/' ? text.indexOf('\n', at) : text.indexOf('*/', at) + 1;
      at = end > at ? end : limit;
    } else if ('<([{'.includes(character)) {
      // A base that is called, `extends Mixin(Base)`, is not the class of that name.
      if (character === '(' && depth === 0) header += '()';
      depth += 1;
    } else if (')]}'.includes(character) || (character === '>' && text.charAt(at - 1) !== '=')) depth -= 1;
    else if (depth === 0) header += character;
  }
  return header
    .split(/\bextends\b|\bimplements\b|,/u)
    .flatMap(base => /^(?:[\w$]+\s*\.\s*)*([\w$]+)$/u.exec(base.trim())?.[1] ?? []);
}

function readProviders(text: string): Provider[] {
  const found = [
    ...[...text.matchAll(useClass)].map(([, token, implementation]) => ({ tokens: [token], implementation })),
    ...[...text.matchAll(useClassFirst)].map(([, implementation, token]) => ({
      tokens: [token],
      implementation,
    })),
    ...[register, bind].flatMap(pattern =>
      [...text.matchAll(pattern)].map(([, type, token, implementation]) => ({
        tokens: [type, token],
        implementation,
      })),
    ),
  ];
  if (found.length === 0) return [];
  const imports = readImports(text);
  return found.map(({ tokens, implementation = '' }) => ({
    tokens: tokens.flatMap(token => namesOf(token ?? '')),
    classes: [...implementation.matchAll(/\b[A-Z][\w$]*/gu)].map(([local]) => {
      const imported = imports.get(local);
      return { className: imported?.name ?? local, specifier: imported?.specifier };
    }),
  }));
}

/** `'users'`, `Users` and `TYPES.Users` are all also known as their last name. */
function namesOf(token: string): string[] {
  const trimmed = token.trim();
  const text = /^(['"`])([^'"`]+)\1$/u.exec(trimmed)?.[2];
  if (text !== undefined) return [text];
  if (!/^[\w$.]+$/u.test(trimmed)) return [];
  const last = trimmed.slice(trimmed.lastIndexOf('.') + 1);
  return last === trimmed ? [trimmed] : [trimmed, last];
}

function readImports(text: string): Map<string, { name: string; specifier: string }> {
  const imports = new Map<string, { name: string; specifier: string }>();
  for (const [, clause = '', , specifier = ''] of text.matchAll(namedImport)) {
    const braces = /\{([^}]*)\}/u.exec(clause)?.[1] ?? '';
    for (const part of braces.split(',')) {
      const [name = '', local = name] = part
        .trim()
        .replace(/^type\s+/u, '')
        .split(/\s+as\s+/u);
      if (name !== '') imports.set(local, { name, specifier });
    }
    const local = /^[\w$]+/u.exec(clause)?.[0];
    if (local !== undefined) imports.set(local, { name: local, specifier });
  }
  return imports;
}

function isTokenName(name: string): boolean {
  return /^[A-Z][A-Z\d_]+$/u.test(name) || /token|repository|provider/iu.test(name);
}
