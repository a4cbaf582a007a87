import { randomBytes } from 'node:crypto'
import { secretPrefix, signingSecret } from '#domain/alert/webhook-signature.ts'
import type { InstallationKey } from '#platform/installation-key.ts'

const SECRET_BYTES = 32

export interface NewWebhookSecret {
  secret: string
  sealed: string
  prefix: string
}

export function newWebhookSecret(key: InstallationKey, webhookUid: string): NewWebhookSecret {
  const secret = signingSecret(randomBytes(SECRET_BYTES))
  return { secret, sealed: key.seal(purposeOf(webhookUid), secret), prefix: secretPrefix(secret) }
}

export function openWebhookSecret(key: InstallationKey, webhookUid: string, sealed: string): string {
  const secret = key.open(purposeOf(webhookUid), sealed)
  if (secret === null) {
    throw new Error(`The secret of webhook ${webhookUid} cannot be read: the installation key was changed.`)
  }
  return secret
}

function purposeOf(webhookUid: string): string {
  return `webhook secret\n${webhookUid}`
}
