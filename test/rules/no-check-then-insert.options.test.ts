import { expect, it } from 'vitest';
import rule from '../../rules/no-check-then-insert.js';
import { Engine } from '../../src/analysis/engine.js';
import { findAll } from '../../src/rule-kit/find-all.js';
import { temporaryProject } from '../temporary-project.js';
import { briefOf } from './findings-of.js';

const PRISMA = "import { PrismaClient } from '@prisma/client';\nconst prisma = new PrismaClient();\n";

function found(code: string, options: object): readonly string[] {
  const root = temporaryProject({ 'package.json': '{}', 'app.ts': PRISMA + code });
  return briefOf(findAll(rule, new Engine(root).units(`${root}/app.ts`, PRISMA + code), options));
}

const rename = `export async function rename(id: string, slug: string) {
  const other = await prisma.shop.findFirst({ where: { slug } });
  if (other) throw new Error('taken');
  await prisma.shop.update({ where: { id }, data: { slug } });
}`;

it('reports an update to a value that was free, where it is asked to', () => {
  expect(found(rename, { checkUpdates: true })).toEqual(['6 checkThenUpdate']);
  expect(found(rename, {})).toEqual([]);
});

it('leaves an update alone that writes another column than the one looked up', () => {
  expect(found(rename.replace('data: { slug }', "data: { name: 'x' }"), { checkUpdates: true })).toEqual([]);
});

const invite = `export async function invite(teamId: string, limit: number) {
  const members = await prisma.member.count({ where: { teamId } });
  if (members >= limit) throw new Error('full');
  await prisma.member.create({ data: { teamId } });
}`;

it('reports an insert that a count below a limit lets through, where it is asked to', () => {
  expect(found(invite, { checkQuotas: true })).toEqual(['6 quota']);
  expect(found(invite, {})).toEqual([]);
});

it('leaves an insert alone where the rows of another team are counted', () => {
  expect(found(invite.replace('data: { teamId }', "data: { teamName: 'x' }"), { checkQuotas: true })).toEqual([]);
});

const activate = `export async function activate(id: string, team: { id: string; seats: number }) {
  const used = await prisma.member.count({ where: { teamId: team.id, active: true } });
  if (used >= team.seats) throw new Error('No seat left');
  await prisma.member.update({ where: { id }, data: { active: true } });
}`;

it('reports an update that makes one more of what was counted, where it is asked for', () => {
  expect(found(activate, { checkQuotas: true })).toEqual(['6 quotaUpdate']);
  expect(found(activate, {})).toEqual([]);
});

it('leaves an update alone that makes no other of what was counted', () => {
  expect(found(activate.replace('data: { active: true }', "data: { name: 'x' }"), { checkQuotas: true })).toEqual([]);
  expect(found(activate.replace('data: { active: true }', 'data: { active: false }'), { checkQuotas: true })).toEqual([]);
});

it('turns both on in the strict config', () => {
  expect(rule.strictOptions).toEqual({ checkUpdates: true, checkQuotas: true });
});

it('leaves an insert alone before which rows beyond a number are only removed', () => {
  const prune = `export async function run(teamId: string) {
  const builds = await prisma.build.findMany({ where: { teamId } });
  if (builds.length > 10) await remove(builds[10]);
  await prisma.build.create({ data: { teamId } });
}
async function remove(build: { id: string }) {
  const row = await prisma.build.findUnique({ where: { id: build.id } });
  if (!row) throw new Error('gone');
  await prisma.build.delete({ where: { id: row.id } });
}`;
  expect(found(prune, { checkQuotas: true })).toEqual([]);
  const refuse = prune.replace('await remove(builds[10])', "throw new Error('too many')");
  expect(found(refuse, { checkQuotas: true })).toEqual(['6 quota']);
});
