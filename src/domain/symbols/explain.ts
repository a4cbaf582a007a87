import type { FrameSymbolication } from '#contract/event/event.ts'
import { urlPrefix } from './file-names.ts'
import type { CodePlace, Resolution } from './symbolication.ts'

export interface UploadTarget {
  project: string
  release: string
  dist: string
}

const RELEASE_UNKNOWN = 'VERSION'

export function explained(
  resolution: Resolution,
  place: CodePlace,
  target: UploadTarget,
): FrameSymbolication {
  if (resolution.status === 'resolved') {
    const { by, map, original } = resolution
    const found = by === 'debug_id' ? 'by its debug ID' : 'by release and name'
    const lines = original.context === null ? '; the map holds no source lines' : ''
    return {
      status: 'resolved',
      by,
      map,
      message: `Source map ${map}, found ${found}${lines}.`,
      command: null,
    }
  }
  const { status, message } = resolution
  return { status, by: null, map: null, message, command: uploadCommand(place, target) }
}

export function uploadCommand({ path }: CodePlace, { project, release, dist }: UploadTarget): string {
  const options = ['--project', quoted(project), '--release', quoted(release || RELEASE_UNKNOWN)]
  if (dist !== '') options.push('--dist', quoted(dist))
  return `sentry-cli sourcemaps upload ${options.join(' ')} --url-prefix ${quoted(urlPrefix(path))} ./dist`
}

/** A word of a shell's command: in quotes if it has more than plain characters, without those that move a cursor. */
function quoted(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
  return /^[\w@%+=:,./-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`
}
