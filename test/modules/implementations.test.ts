import { expect, it } from 'vitest';
import { readDeclaredClasses } from '../../src/modules/declared-classes.js';
import { nextLint, TemporaryProject } from './temporary-project.js';

it.each([
  ['class A implements Users {}', ['Users']],
  [
    'export default class A<T extends { b: 1 }> extends Base<T, () => void> implements Users, ns.Audited {',
    ['Base', 'Users', 'Audited'],
  ],
  [
    '@Injectable() export abstract class A\n  extends Base // the base\n  implements /* both */ Users\n{',
    ['Base', 'Users'],
  ],
  ['const A = class extends Base {', ['Base']],
  ['const A = class Inner extends Base {', ['Base']],
  ['class A extends Mixin(Users) implements Other {', ['Other']],
  ['class A {', []],
])('reads %j', (text, bases) => {
  expect(readDeclaredClasses(text).classes).toEqual([{ className: 'A', bases }]);
});

it('reads a class without a name as the default export', () => {
  expect(readDeclaredClasses('export default class extends Base {').classes).toEqual([
    { className: 'default', bases: ['Base'] },
  ]);
});

it.each([
  '// class A extends B {',
  ' * class A extends B {',
  'first class service',
  'const className = "class"',
])('sees no class in %j', text => {
  expect(readDeclaredClasses(text).classes).toEqual([]);
});

it('finds classes by what they extend and implement, the nearest first, those for tests last', () => {
  const project = new TemporaryProject({
    'package.json': {},
    'a/users.ts': 'export class PrismaUsers implements Users {}',
    'b/users.ts': 'export class KnexUsers extends BaseUsers implements Users {}',
    'b/mocks/users.ts': 'export class OtherUsers implements Users {}',
    'b/in-memory.ts': 'export class InMemoryUsers implements Users {}',
  });
  expect(project.implementations('Users', 'b/main.ts')).toEqual([
    'b/users.ts: KnexUsers',
    'a/users.ts: PrismaUsers',
    'b/in-memory.ts: InMemoryUsers',
    'b/mocks/users.ts: OtherUsers',
  ]);
  expect(project.implementations('BaseUsers', 'b/main.ts')).toEqual(['b/users.ts: KnexUsers']);
  expect(project.implementations('Nobody', 'b/main.ts')).toEqual([]);
});

it.each([
  ["{ provide: 'users', useClass: PrismaUsers }", 'users'],
  ['{ provide: UserRepository, useClass: PrismaUsers, scope: Scope.REQUEST }', 'UserRepository'],
  ['{\n  provide: TOKENS.Users,\n  inject: [],\n  useExisting: PrismaUsers,\n}', 'TOKENS.Users'],
  ['{ provide: TOKENS.Users, useClass: PrismaUsers }', 'Users'],
  ["{ useClass: PrismaUsers, provide: 'users' }", 'users'],
  ["{ provide: 'users', useClass: isTest ? FakeUsers : PrismaUsers }", 'users'],
  ["const USERS_TOKEN = 'users';\nx = { provide: USERS_TOKEN, useClass: PrismaUsers }", 'users'],
  ["container.registerSingleton<Users>('users', PrismaUsers)", 'Users'],
  ["container.register('users', { useClass: PrismaUsers })", 'users'],
  ['bind<Users>(TYPES.UserStore).to(PrismaUsers)', 'UserStore'],
])('finds what the container is told: %s', (text, token) => {
  const project = new TemporaryProject({
    'package.json': {},
    'module.ts': text,
    'users.ts': 'export class PrismaUsers {}',
  });
  expect(project.implementations(token, 'main.ts')).toEqual(['users.ts: PrismaUsers']);
});

it('takes the class that the module with the provider imports', () => {
  const project = new TemporaryProject({
    'package.json': {},
    'a/users.ts': 'export class Users {}',
    'b/users.ts': 'export class Users {}',
    'c/users.ts': 'export class Users {}',
    'c/module.ts':
      "import { Users as Store } from '../b/users';\nexport const p = { provide: 'store', useClass: Store };",
  });
  expect(project.implementations('store', 'main.ts')).toEqual(['b/users.ts: Users']);
});

it('sees unsaved text, edits, new files and deleted ones', () => {
  const project = new TemporaryProject({ 'package.json': {}, 'a.ts': 'class A implements Users {}' });
  expect(project.implementations('Users', 'main.ts')).toEqual(['a.ts: A']);

  project.project.adopt(project.path('a.ts'), 'class Unsaved implements Users {}');
  expect(project.implementations('Users', 'main.ts')).toEqual(['a.ts: Unsaved']);

  project.write('b.ts', 'class B implements Users {}');
  project.write('a.ts', 'class Saved implements Users {}');
  nextLint(project.project);
  expect(project.implementations('Users', 'main.ts')).toEqual(['a.ts: Saved', 'b.ts: B']);
});
