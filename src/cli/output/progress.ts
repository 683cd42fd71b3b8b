import type { Terminal } from '../terminal.js';

/** Shortest time between two updates, in milliseconds. */
const INTERVAL = 100;

/** One line on a terminal that says how far the run is; silent elsewhere. */
export class Progress {
  private shownAt = -Infinity;

  constructor(
    private readonly terminal: Terminal,
    private readonly total: number,
  ) {}

  update(done: number): void {
    const now = performance.now();
    if (!this.terminal.isInteractive || now - this.shownAt < INTERVAL) return;
    this.shownAt = now;
    this.terminal.error(`\r\u001B[KChecking files: ${done} of ${this.total}`);
  }

  finish(): void {
    if (this.terminal.isInteractive) this.terminal.error('\r\u001B[K');
  }
}
