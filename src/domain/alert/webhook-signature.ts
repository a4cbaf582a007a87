import { createHmac } from 'node:crypto'

const SECRET_BYTES = 32
const SECRET_START = 'whsec_'
const PREFIX_CHARS = 12

/** A signing secret of the Standard Webhooks scheme. @param random 32 random bytes: the key. */
export function signingSecret(random: Buffer): string {
  if (random.byteLength !== SECRET_BYTES) throw new Error(`A signing secret has ${SECRET_BYTES} bytes.`)
  return SECRET_START + random.toString('base64')
}

export function secretPrefix(secret: string): string {
  return secret.slice(0, PREFIX_CHARS)
}

/** What is signed: the id of the delivery, the time of the try in whole seconds, and the body as it is sent. */
export interface SignedMessage {
  id: string
  /** Unix seconds. */
  timestamp: number
  body: string
}

/** The headers that prove a message to a receiver with the secret (standardwebhooks.com). */
export function signatureHeaders(
  secret: string,
  { id, timestamp, body }: SignedMessage,
): Record<string, string> {
  const key = Buffer.from(secret.slice(SECRET_START.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${signature}`,
  }
}
