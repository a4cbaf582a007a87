import { hash } from 'node:crypto'
import type { Project } from '../client/api-client.ts'
import { BOUNDARY, form } from '../client/multipart-form.ts'
import type { Journey } from '../journey.ts'
import { type ZipEntry, zipFile } from './zip-file.ts'

const MULTIPART = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` }

/** Uploads mapping files and source bundles over the routes of the vendor's tools. */
export class DebugFileUploads {
  readonly #journey: Journey
  readonly #bearer: { authorization: string }

  private constructor(journey: Journey, secret: string) {
    this.#journey = journey
    this.#bearer = { authorization: `Bearer ${secret}` }
  }

  static async of(journey: Journey): Promise<DebugFileUploads> {
    return new DebugFileUploads(journey, (await journey.token(['write:admin'])).secret)
  }

  /** In one chunk, as version 3 of the command line does. @returns what the service answers about it */
  async assemble({ slug }: Project, name: string, content: string | Buffer): Promise<object | undefined> {
    const checksum = hash('sha1', content)
    await this.#journey.raw({
      path: '/api/0/organizations/any/chunk-upload/',
      headers: { ...this.#bearer, ...MULTIPART },
      body: form([{ name: 'file', fileName: checksum, content }]),
    })
    const { json } = await this.#journey.raw({
      path: `/api/0/projects/any/${slug}/files/difs/assemble/`,
      headers: { ...this.#bearer, 'Content-Type': 'application/json' },
      body: JSON.stringify({ [checksum]: { name, chunks: [checksum] } }),
    })
    return (json as Record<string, object>)[checksum]
  }

  /** In a zip, as version 2 does. */
  zip({ slug }: Project, entries: readonly ZipEntry[]) {
    return this.#journey.raw({
      path: `/api/0/projects/any/${slug}/files/dsyms/`,
      headers: { ...this.#bearer, ...MULTIPART },
      body: form([{ name: 'file', fileName: 'x.zip', content: zipFile(entries) }]),
    })
  }
}
