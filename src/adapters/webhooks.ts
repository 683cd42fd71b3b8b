import type { Adapter } from './adapter.js';

const EVENT = /(?:^|\.)(?:Webhook|EmitterWebhook)?Event$|\w+WebhookEvent$|\w+CompletedEvent$/u;

/**
 * What providers send over HTTP, and send again until they are answered with 2xx, told by its declared type.
 * https://docs.stripe.com/webhooks#handle-duplicate-events
 */
export const webhooks: Adapter = {
  name: 'webhooks',
  packages: ['stripe', '@clerk/nextjs/server', '@clerk/backend', '@octokit/webhooks', '@paddle/paddle-node-sdk'],
  entry: 'webhook',
  receivesType: name => EVENT.test(name),
};
