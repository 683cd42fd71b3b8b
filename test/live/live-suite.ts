import { afterAll, beforeAll, describe } from 'vitest';
import { remedyFor, start, type Server, type Service } from './servers.js';

/**
 * Why tests on real servers are left out: all of them with `LIVE_TESTS=off`, none with `LIVE_TESTS=required`,
 * which CI sets, and otherwise those whose server the machine does not have.
 */
export function reasonToSkip(wish: string | undefined, remedy: string | undefined): string | undefined {
  if (wish === 'off') return 'LIVE_TESTS=off';
  return wish === 'required' ? undefined : remedy;
}

/** A server takes seconds to be set up, and longer where others work on the machine. */
const PATIENCE = 120_000;

/** Tests on a real server, which starts before the first and ends after the last of them. */
export function liveSuite(service: Service, define: (url: () => string) => void): void {
  const reason = reasonToSkip(process.env['LIVE_TESTS'], remedyFor(service));
  if (reason !== undefined) {
    console.warn(`Live tests on ${service} are SKIPPED: ${reason}.`);
    describe.skip(`${service}, skipped: ${reason}`, () => {
      define(() => '');
    });
    return;
  }
  describe(service, () => {
    let server: Server | undefined;
    beforeAll(async () => {
      server = await start(service);
    }, PATIENCE);
    afterAll(() => server?.stop(), PATIENCE);
    define(() => server?.url ?? '');
  });
}
