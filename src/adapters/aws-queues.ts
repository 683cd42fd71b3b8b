import { handle } from '../values/make.js';
import type { Value } from '../values/value.js';
import type { Adapter, CallSite } from './adapter.js';
import { deliver, newMessage } from './broker.js';

/**
 * What AWS hands to a Lambda function, told by the type of its parameter: a standard queue delivers at least once,
 * and a function that fails is run again. https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html
 */
export const awsLambda: Adapter = {
  name: 'aws-lambda',
  packages: ['aws-lambda', '@types/aws-lambda'],
  receivesType: name => /^(?:SQS|SNS|S3|DynamoDBStream|KinesisStream|EventBridge)(?:Event|Record)$/u.test(name),
};

/** sqs-consumer deletes a message after its handler has returned. https://bbc.github.io/sqs-consumer/ */
export const sqsConsumer: Adapter = {
  name: 'sqs-consumer',
  packages: ['sqs-consumer'],

  exported: name => (name === 'Consumer' ? handle('sqs-consumer', 'class', { name }) : undefined),
  method(target, name, [options], site) {
    if (target.type !== 'class' || name !== 'create' || !options) return undefined;
    run(site.property(options, 'handleMessage'), site);
    run(site.property(options, 'handleMessageBatch'), site);
    return handle('sqs-consumer', 'consumer');
  },
};

function run(handler: Value, site: CallSite): void {
  if (handler.kind !== 'function') return;
  const message = newMessage();
  deliver(site, handler, message, [message]);
}
