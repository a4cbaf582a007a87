import { parentPort } from 'node:worker_threads'
import { scrubText } from '#domain/scrub/text.ts'

if (!parentPort) throw new Error('text-scrubber-thread runs as a worker thread only')
const port = parentPort

port.on('message', (texts: string[]) => port.postMessage(texts.map(scrubText)))
