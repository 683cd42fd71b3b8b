import { statSync } from 'node:fs';

/** A lint that follows the last one sooner than this, in milliseconds, belongs to the same run over many files. */
const PAUSE = 300;
/** After so many milliseconds even a run looks at the disk again. */
const LIFETIME = 30_000;

/**
 * Says how old an answer about the disk may be: all that was learnt in one generation holds until the next.
 * A run over thousands of files has few generations, an editor has a new one whenever its user has paused.
 */
export class Freshness {
  generation = 0;
  private askedAt = performance.now();
  private renewedAt = this.askedAt;

  refresh(): void {
    const now = performance.now();
    const isSameRun = now - this.askedAt < PAUSE && now - this.renewedAt < LIFETIME;
    this.askedAt = now;
    if (isSameRun) return;
    this.renewedAt = now;
    this.generation += 1;
  }

  /** A lint has ended: the time it took is no pause. */
  ended(): void {
    this.askedAt = performance.now();
  }
}

/** Answers that hold for one generation. */
export class Remembered<K, V> {
  private readonly values = new Map<K, V>();
  private generation = 0;

  constructor(private readonly freshness: Freshness) {}

  get(key: K, compute: () => V): V {
    if (this.generation !== this.freshness.generation) {
      this.values.clear();
      this.generation = this.freshness.generation;
    }
    const known = this.values.get(key);
    if (known !== undefined || this.values.has(key)) return known as V;
    const value = compute();
    this.values.set(key, value);
    return value;
  }
}

/** What was read out of files, one value a file, read again when the file has changed. */
export class FileCache<T> {
  private readonly entries = new Map<string, { stamp: string; generation: number; value: T }>();

  constructor(
    private readonly freshness: Freshness,
    private readonly read: (file: string) => T,
  ) {}

  /** `undefined` where there is no such file. */
  get(file: string): T | undefined {
    const known = this.entries.get(file);
    const { generation } = this.freshness;
    if (known?.generation === generation) return known.value;
    const stamp = stampOf(file);
    if (stamp === undefined) {
      this.entries.delete(file);
      return undefined;
    }
    if (known?.stamp === stamp) {
      known.generation = generation;
      return known.value;
    }
    const value = this.read(file);
    this.entries.set(file, { stamp, generation, value });
    return value;
  }

  peek(file: string): T | undefined {
    return this.entries.get(file)?.value;
  }

  /** The value holds until the file on disk changes. */
  put(file: string, stamp: string | undefined, value: T): void {
    if (stamp !== undefined) this.entries.set(file, { stamp, generation: this.freshness.generation, value });
  }
}

/** Changes whenever the file is written; `undefined` where there is no such file. */
export function stampOf(file: string): string | undefined {
  try {
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats?.isFile() ? `${stats.mtimeMs}:${stats.size}` : undefined;
  } catch {
    return undefined;
  }
}
