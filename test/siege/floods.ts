import { randomBytes, randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { BOUNDARY, form } from '../support/client/multipart-form.ts'
import { type Attack, bombard, envelope, gzipped, ingestPath, type Shot } from './attack.ts'

/* More of what is allowed than anybody needs, with nothing but a public key. */

const FILE_BYTES = 1024 * 1024
const FILES = 8

const releaseFiles: Attack = {
  name: 'release-files',
  finding: 'S6',
  play({ url, attacker: { project } }, stop) {
    const key = project.keys[0]!.public_key
    const shots = Array.from({ length: FILES }, (_, n): Shot => {
      return {
        path: `/api/${project.number}/releases/${randomUUID()}/files/?sentry_key=${key}`,
        body: form([{ name: 'file', fileName: `${n}.js.map`, content: randomBytes(FILE_BYTES) }]),
        headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      }
    })
    return bombard({ url, shots, connections: 4 }, stop)
  },
}

const feedbackFlood: Attack = {
  name: 'feedback-flood',
  finding: 'S7',
  play({ url, attacker: { project } }, stop) {
    const feedback = (n: number) => ({
      type: 'feedback',
      payload: { contexts: { feedback: { message: `${n} ${randomBytes(4_000).toString('hex')}` } } },
    })
    const report = (n: number) => ({
      type: 'user_report',
      payload: {
        event_id: randomUUID().replaceAll('-', ''),
        comments: `${n} ${randomBytes(4_000).toString('hex')}`,
      },
    })
    const path = ingestPath('envelope', project)
    const shots = [feedback, report].map((item) =>
      gzipped(path, envelope(Array.from({ length: 100 }, (_, n) => item(n)))),
    )
    return bombard({ url, shots, connections: 4 }, stop)
  },
}

/** The key of a web page in the client's own project: its cap is used up, and every event is an issue of its own. */
const webKey: Attack = {
  name: 'web-key',
  finding: 'S12',
  play({ url, clientProject, webKey: key }, stop) {
    const path = ingestPath('envelope', clientProject, key)
    const shots = Array.from({ length: 500 }, (_, n): Shot => {
      const payload = {
        event_id: randomUUID().replaceAll('-', ''),
        message: `flood ${n}`,
        fingerprint: [`flood ${n}`],
      }
      return {
        path,
        body: gzipSync(envelope([{ type: 'event', payload }])),
        headers: { 'content-encoding': 'gzip' },
      }
    })
    return bombard({ url, shots, connections: 16 }, stop)
  },
}

/** One issue with a release, an environment and a user for each event. */
const facets: Attack = {
  name: 'facets',
  finding: 'S12',
  async play({ url, attacker: { project } }, stop) {
    const path = ingestPath('envelope', project)
    const shots = Array.from({ length: 500 }, (_, n): Shot => {
      const name = `${n}.${randomUUID()}`
      const payload = {
        message: 'one',
        release: name,
        environment: name,
        user: { id: name, email: `${name}@x.io` },
      }
      return {
        path,
        body: gzipSync(envelope([{ type: 'event', payload }])),
        headers: { 'content-encoding': 'gzip' },
      }
    })
    return bombard({ url, shots, connections: 8 }, stop)
  },
}

export const FLOODS: readonly Attack[] = [releaseFiles, feedbackFlood, webKey, facets]
