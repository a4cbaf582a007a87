import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'

const KEY_BYTES = 32
const TAG_BYTES = 16

/** Hides row keys, which reveal other organizations' volume. The same input gives the same text. */
export class InstallationKey {
  readonly #macKey: Buffer
  readonly #textKey: Buffer
  readonly #idKey: Buffer

  /** @param secret 32 random bytes. */
  constructor(secret: Buffer) {
    if (secret.byteLength !== KEY_BYTES) throw new Error(`An installation key has ${KEY_BYTES} bytes.`)
    const derived = (use: string): Buffer => createHmac('sha256', secret).update(use).digest()
    this.#macKey = derived('mac')
    this.#textKey = derived('text')
    this.#idKey = derived('id')
  }

  /** 16 bytes that only this installation can make of a text. */
  mac(text: string): Buffer {
    return createHmac('sha256', this.#macKey).update(text).digest().subarray(0, TAG_BYTES)
  }

  /** A text that only `open` with the same `purpose` can read; safe in a URL without encoding. */
  seal(purpose: string, text: string): string {
    const tag = this.mac(`${purpose}\n${text}`)
    const cipher = createCipheriv('aes-256-ctr', this.#textKey, tag)
    return Buffer.concat([tag, cipher.update(text), cipher.final()]).toString('base64url')
  }

  /** The sealed value; null for anything not sealed here for this purpose. */
  open(purpose: string, sealed: string): string | null {
    const bytes = Buffer.from(sealed, 'base64url')
    if (bytes.byteLength < TAG_BYTES || bytes.toString('base64url') !== sealed) return null
    const tag = bytes.subarray(0, TAG_BYTES)
    const decipher = createDecipheriv('aes-256-ctr', this.#textKey, tag)
    const text = Buffer.concat([decipher.update(bytes.subarray(TAG_BYTES)), decipher.final()]).toString()
    return timingSafeEqual(this.mac(`${purpose}\n${text}`), tag) ? text : null
  }

  /** A row key as 32 hex digits that say nothing about it. */
  sealId(purpose: string, id: number): string {
    const block = Buffer.alloc(TAG_BYTES)
    block.writeBigUInt64BE(BigInt(id))
    this.mac(`id\n${purpose}`).copy(block, 8, 0, 8)
    const cipher = createCipheriv('aes-256-ecb', this.#idKey, null).setAutoPadding(false)
    return Buffer.concat([cipher.update(block), cipher.final()]).toString('hex')
  }

  /** The row key; null for anything that was not sealed here for this purpose. */
  openId(purpose: string, sealed: string): number | null {
    if (!/^[0-9a-f]{32}$/.test(sealed)) return null
    const decipher = createDecipheriv('aes-256-ecb', this.#idKey, null).setAutoPadding(false)
    const block = Buffer.concat([decipher.update(Buffer.from(sealed, 'hex')), decipher.final()])
    const expected = this.mac(`id\n${purpose}`).subarray(0, 8)
    return timingSafeEqual(block.subarray(8), expected) ? Number(block.readBigUInt64BE()) : null
  }
}
