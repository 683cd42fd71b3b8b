import { resolve } from 'node:path';
import type { TSESTree } from '@typescript-eslint/utils';
import { adapters } from '../adapters/index.js';
import { walkFile, type Walk } from '../flow/walk-file.js';
import { ProjectWorld } from '../flow/project-world.js';
import { Reach } from '../flow/reach.js';
import { Project, type ModuleProblem } from '../modules/project.js';
import type { Frame, Occurrence, Operation } from '../operations/operation.js';
import type { RelatedPlace } from '../operations/finding.js';
import { hintsFrom } from './hints.js';
import { functionName } from '../syntax/function-name.js';
import type { FunctionNode } from '../values/value.js';
import { isOneOff } from './one-off.js';
import { OutsideHandling } from './outside-handling.js';
import { Databases } from './schema/databases.js';
import type { IdempotencySettings } from './settings.js';
import type { UnitOfWork } from './unit-of-work.js';

/** Reads files of one project and answers their units of work. */
export class Engine {
  readonly project: Project;
  private world: ProjectWorld;
  private reach: Reach;
  private reachedAt = -1;
  private readonly databases: Databases;
  private readonly outside: OutsideHandling;

  constructor(
    readonly cwd: string,
    private readonly settings: IdempotencySettings = {},
  ) {
    this.project = new Project(cwd);
    this.world = this.newWorld();
    this.reach = this.newReach();
    this.outside = new OutsideHandling(this.project);
    this.databases = new Databases(this.project, migration => {
      const source = this.project.module(migration);
      const walks = source ? walkFile(this.world, source) : [];
      const up = walks.filter(({ migrates }) => migrates);
      return up.flatMap(({ operations }) => operations.flatMap(({ changes = [] }) => changes));
    }, settings.schema?.map(path => resolve(cwd, path)));
  }

  /** What of the project could not be read so far. */
  problems(): readonly ModuleProblem[] {
    return [...this.project.problems(), ...this.databases.problems()];
  }

  private newReach(): Reach {
    return new Reach(this.project, adapters, new Set(this.settings.clients?.map(({ module }) => module)));
  }

  private newWorld(): ProjectWorld {
    return new ProjectWorld(this.project, adapters, hintsFrom(this.settings, this.cwd));
  }

  units(file: string, text: string): readonly UnitOfWork[] {
    this.project.refresh();
    if (this.project.generation !== this.reachedAt) {
      this.reachedAt = this.project.generation;
      this.reach = this.newReach();
    }
    if (isOneOff(file, this.cwd) || !this.reach.reaches(file, text)) return [];
    const source = this.project.adopt(file, text);
    if (!source) return [];
    if (this.world.isFull() || this.world.isOutdated(source)) this.world = this.newWorld();
    const walks = walkFile(this.world, source);
    const inFile = walks.flatMap(({ operations }) => operations);
    const units = walks.map(walk => this.unit(source.file, walk, inFile));
    this.project.ended();
    return units;
  }

  /** As its callers name it. */
  private nameOf(file: string, node: FunctionNode): string | undefined {
    const source = this.project.module(file);
    return source && functionName(source.ast, node);
  }

  private unit(file: string, { exits, node, ...walk }: Walk, inFile: readonly Operation[]): UnitOfWork {
    const locate = (in_: string, node: TSESTree.Node): TSESTree.SourceLocation =>
      this.project.module(in_)?.locate(node) ?? {
        start: { line: 1, column: 0 },
        end: { line: 1, column: 0 },
      };
    // Where the code of this file ends: the call itself, or the last one before another file takes over.
    const end = (what: Occurrence) => [...what.frames, what].findLast(place => place.file === file) ?? what;
    return {
      file,
      ...walk,
      inFile,
      exitBy: guard => exits.get(guard),
      at: what => locate(end(what).file, end(what).node),
      place: (what, label): RelatedPlace => ({ file: what.file, loc: locate(what.file, what.node), label }),
      tables: operation => this.databases.tables(operation),
      isHandledOutside: operation => this.outside.handles(operation, node && this.nameOf(file, node), this.world),
      joins: (first, second) => areJoined(first.frames, second.frames),
    };
  }
}

/** They are brought together here, and not by a function that both lie behind and that can tell by itself. */
function areJoined([first, ...firsts]: readonly Frame[], [second, ...seconds]: readonly Frame[]): boolean {
  if (first?.node !== second?.node || !first) return true;
  return first.isInherited === true && areJoined(firsts, seconds);
}
