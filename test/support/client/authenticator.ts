import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import type { ApiClient } from './api-client.ts'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const STEP_MS = 30_000

/** What an authenticator app does with a secret (base32), written from RFC 6238 without our code. */
export class Authenticator {
  readonly #key: Buffer

  constructor(secret: string) {
    const bits = [...secret].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('')
    this.#key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)))
  }

  /** Begins the setup of two-factor sign-in. */
  static async setUp(client: ApiClient, password: string): Promise<Authenticator> {
    const path = '/api/v1/auth/two-factor/setup'
    const { body, status } = await client.request<{ secret: string; uri: string }>('POST', path, { password })
    expect([status, new URL(body.uri).searchParams.get('secret')]).toEqual([200, body.secret])
    return new Authenticator(body.secret)
  }

  /** The code that is shown at this time (epoch ms). */
  codeAt(at: number): string {
    const message = Buffer.from(
      Math.floor(at / STEP_MS)
        .toString(16)
        .padStart(16, '0'),
      'hex',
    )
    const mac = createHmac('sha1', this.#key).update(message).digest('hex')
    const start = Number.parseInt(mac.at(-1)!, 16) * 2
    const number = Number.parseInt(mac.slice(start, start + 8), 16) % 0x80000000
    return String(number).slice(-6).padStart(6, '0')
  }
}
