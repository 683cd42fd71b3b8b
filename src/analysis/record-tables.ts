/** Logs and metrics may have a line for each run. */
export const isRecord = (name: string | undefined): boolean =>
  name !== undefined &&
  /(?:^|[_.])(?:logs?|audits?|metrics?|heartbeats?)(?:$|_)|(?:Logs?|Audits?|Metrics?|Heartbeats?)$/u.test(
    name,
  );
