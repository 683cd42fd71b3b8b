import { afterAll, beforeAll, describe } from 'vitest';
import { remedyFor, start, type Server, type Service } from './servers.js';

/**
 * `LIVE_TESTS=off` leaves out all tests on real servers; `LIVE_TESTS=required`, which CI sets, demands all of them;
 * otherwise those run whose server this machine has.
 */
const wish = process.env['LIVE_TESTS'];

/** A server takes seconds to be set up, and longer where others work on the machine. */
const PATIENCE = 120_000;

/** Tests on a real server, which starts before the first and ends after the last of them. */
export function liveSuite(service: Service, define: (url: () => string) => void): void {
  const reason = wish === 'off' ? 'LIVE_TESTS=off' : wish === 'required' ? undefined : remedyFor(service);
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
