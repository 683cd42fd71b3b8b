import type { TSESTree } from '@typescript-eslint/utils';
import type { SourceModule } from '../modules/source-module.js';
import { either, object, unknown } from '../values/make.js';
import type { Value } from '../values/value.js';
import { collectAssignments, type Assignment } from './assignments.js';
import { declarationOf, declareAll } from './declarations.js';
import { filledLater } from './filled-later.js';
import type { Run } from './run.js';
import { Scope } from './scope.js';
import type { World } from './world.js';

/** The top level of one file: its variables, types and exports, each evaluated when first asked for. */
export class ModuleEnvironment {
  readonly scope: Scope;
  readonly file: string;
  readonly types = new Map<string, TSESTree.Node>();
  readonly imports = new Map<string, { readonly specifier: string; readonly name: string }>();
  private readonly exports = new Map<string, () => Value>();
  private readonly stars: string[] = [];
  private readonly open = new Set<string>();
  private assignments: readonly Assignment[] | undefined;

  constructor(
    readonly source: SourceModule,
    private readonly world: World,
    private readonly quietRun: (file: string) => Run,
  ) {
    this.file = source.file;
    this.scope = new Scope(this, undefined, undefined, new Map());
    const { body } = source.ast;
    declareAll(undefined, body, this.scope);
    for (const statement of body) this.declare(statement);
  }

  /** A name that the file exports; `default` where CommonJS exports one value. */
  exported(name: string): Value | undefined {
    const own = this.exports.get(name);
    if (own) return this.once(`export ${name}`, own);
    let fromPackage: Value | undefined;
    for (const specifier of this.stars) {
      const value = this.once(`star ${specifier} ${name}`, () =>
        this.world.imported(specifier, name, this.file),
      );
      // A package that nobody reads would have every name.
      if (value.kind === 'handle' && value.adapter === 'package') fromPackage ??= value;
      else if (value.kind !== 'unknown') return value;
    }
    return this.commonJs(name) ?? fromPackage;
  }

  /** Names exported directly, for `import * as x` read as an object. */
  exportedNames(): readonly string[] {
    return [...this.exports.keys()];
  }

  private once(key: string, body: () => Value): Value {
    if (this.open.has(key)) return unknown;
    this.open.add(key);
    const value = body();
    this.open.delete(key);
    return value;
  }

  private declare(statement: TSESTree.Node): void {
    if (statement.type === 'ImportDeclaration') return this.declareImport(statement);
    if (statement.type === 'TSImportEqualsDeclaration') return this.declareImportEquals(statement);
    const node = declarationOf(statement);
    if (node?.type === 'VariableDeclaration') this.declareVariables(node);
    if (node && 'id' in node && node.id && 'name' in node.id && /^(?:TS|Class)/u.test(node.type))
      this.types.set(node.id.name, node);
    if (statement.type === 'ExportNamedDeclaration') this.declareExports(statement);
    if (statement.type === 'ExportDefaultDeclaration') {
      const { declaration } = statement;
      const name =
        'id' in declaration && declaration.id && 'name' in declaration.id ? declaration.id.name : undefined;
      this.exports.set('default', () =>
        name && this.scope.owns(name) ? this.read(name) : this.evaluate(declaration),
      );
    }
    if (statement.type === 'ExportAllDeclaration') {
      const specifier = statement.source.value;
      if (statement.exported)
        this.exports.set(nameOf(statement.exported), () => this.world.imported(specifier, '*', this.file));
      else this.stars.push(specifier);
    }
    if (statement.type === 'TSExportAssignment')
      this.exports.set('default', () => this.evaluate(statement.expression));
  }

  private declareImport(node: TSESTree.ImportDeclaration): void {
    const specifier = node.source.value;
    for (const part of node.specifiers) {
      const name =
        part.type === 'ImportDefaultSpecifier' ? 'default'
        : part.type === 'ImportNamespaceSpecifier' ? '*'
        : nameOf(part.imported);
      this.imports.set(part.local.name, { specifier, name });
      this.scope.declareLater(part.local.name, () => this.world.imported(specifier, name, this.file));
    }
  }

  private declareImportEquals(node: TSESTree.TSImportEqualsDeclaration): void {
    if (node.moduleReference.type !== 'TSExternalModuleReference') return;
    const specifier = (node.moduleReference.expression).value;
    this.imports.set(node.id.name, { specifier, name: 'default' });
    this.scope.declareLater(node.id.name, () => this.world.imported(specifier, 'default', this.file));
  }

  private declareVariables(node: TSESTree.VariableDeclaration): void {
    for (const { id, init } of node.declarations) {
      for (const name of boundNames(id))
        this.scope.declareLater(name, () => this.readVariable(name, id, init));
    }
  }

  private readVariable(name: string, id: TSESTree.Node, init: TSESTree.Expression | null): Value {
    return this.once(`variable ${name}`, () => {
      const declared = init ? this.destructured(id, this.evaluate(init), name) : this.declaredType(id);
      const later = this.assignmentsTo(name).map(({ value }) => this.evaluate(value));
      const known = [declared, ...later].filter(value => value.kind !== 'unknown' && !isNullish(value));
      const value = known.length === 0 ? declared : known.reduce((left, right) => either(left, right));
      if (value.kind !== 'object') return value;
      return filledLater(value, this.assignmentsInto(name), this.world, part => this.evaluate(part));
    });
  }

  /** `db.User = ...`, `db[name] = ...`, also inside functions. */
  private assignmentsInto(name: string): readonly Assignment[] {
    return this.allAssignments().filter(
      ({ target }) =>
        target.type === 'MemberExpression' &&
        target.object.type === 'Identifier' &&
        target.object.name === name,
    );
  }

  private declaredType(id: TSESTree.Node): Value {
    const annotation = id.type === 'Identifier' ? id.typeAnnotation?.typeAnnotation : undefined;
    return (annotation && this.world.typed({ node: annotation, scope: this.scope })) ?? unknown;
  }

  private destructured(id: TSESTree.Node, value: Value, name: string): Value {
    if (id.type === 'Identifier') {
      if (value.kind === 'unknown' || isNullish(value)) return orElse(this.declaredType(id), value);
      return OPAQUE.has(value.kind) ? this.clientOr(id, value) : value;
    }
    const scope = new Scope(this, this.scope);
    this.quietRun(this.file).bind(id, value, scope, 'declare');
    return scope.find(name)?.value ?? unknown;
  }

  /** `const db: Database = globalThis.db`: a library's client that only its type tells. */
  private clientOr(id: TSESTree.Identifier, value: Value): Value {
    const declared = this.declaredType(id);
    return declared.kind === 'handle' ? declared : value;
  }

  private declareExports(node: TSESTree.ExportNamedDeclaration): void {
    if (node.declaration)
      for (const name of declaredNames(node.declaration)) this.exports.set(name, () => this.read(name));
    for (const { local, exported } of node.specifiers) {
      const [from, as] = [nameOf(local), nameOf(exported)];
      const specifier = node.source?.value;
      this.exports.set(as, () =>
        specifier ? this.world.imported(specifier, from, this.file) : this.read(from),
      );
    }
  }

  private read(name: string): Value {
    return this.scope.read(name) ?? unknown;
  }

  private evaluate(node: TSESTree.Node): Value {
    return this.quietRun(this.file).evaluate(node, this.scope);
  }

  /** `module.exports = { a, b }`, `module.exports.a = ...`, `exports.a = ...`. */
  private commonJs(name: string): Value | undefined {
    const whole = this.assignmentsTo('module.exports').map(({ value }) =>
      this.once('module.exports', () => this.evaluate(value)),
    );
    const named = this.allAssignments().filter(({ text }) => /^(?:module\.)?exports\.\w+$/u.test(text));
    if (whole.length === 0 && named.length === 0) return undefined;
    const parts = named.map(({ text, value }): [string, () => Value] => [
      text.split('.').at(-1) ?? '',
      () => this.once(text, () => this.evaluate(value)),
    ]);
    const last = whole.at(-1);
    if (name === 'default' || name === '*') {
      if (last && parts.length === 0) return last;
      return object(parts.map(([key, value]) => [key, value()]), last ? [last] : []);
    }
    const own = parts.findLast(([key]) => key === name);
    if (own) return own[1]();
    return last && this.quietRun(this.file).property(last, name);
  }

  private assignmentsTo(name: string): readonly Assignment[] {
    return this.allAssignments().filter(({ text }) => text === name);
  }

  private allAssignments(): readonly Assignment[] {
    this.assignments ??= collectAssignments(this.source.ast);
    return this.assignments;
  }
}

/** Values of which nothing can be called that is known. */
const OPAQUE: ReadonlySet<Value['kind']> = new Set(['member', 'parameter', 'call']);

const orElse = (value: Value, other: Value): Value => (value.kind === 'unknown' ? other : value);
const isNullish = (value: Value): boolean =>
  value.kind === 'constant' && (value.value === null || value.value === undefined);

const nameOf = (node: TSESTree.Identifier | TSESTree.StringLiteral): string =>
  node.type === 'Identifier' ? node.name : node.value;

function declaredNames(node: TSESTree.Node): readonly string[] {
  if (node.type === 'VariableDeclaration') return node.declarations.flatMap(({ id }) => boundNames(id));
  return 'id' in node && node.id && 'name' in node.id ? [node.id.name] : [];
}

function boundNames(pattern: TSESTree.Node): readonly string[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap(property =>
        boundNames(property.type === 'RestElement' ? property.argument : property.value),
      );
    case 'ArrayPattern':
      return pattern.elements.flatMap(part => (part ? boundNames(part) : []));
    case 'AssignmentPattern':
      return boundNames(pattern.left);
    case 'RestElement':
      return boundNames(pattern.argument);
    default:
      return [];
  }
}
