import type { FrameSymbolication } from '#contract/event/event.ts'
import { hidesText } from '#contract/hidden-text.ts'
import { urlPrefix } from './file-names.ts'
import type { CodePlace, OriginalPlace, Resolution, Unresolved, UploadTarget } from './symbolication.ts'

export function explained(
  resolution: Resolution<OriginalPlace>,
  place: CodePlace,
  target: UploadTarget,
): FrameSymbolication {
  if (resolution.status === 'resolved') {
    const { by, map, original } = resolution
    const found = by === 'debug_id' ? 'by its debug ID' : 'by release and name'
    const lines = original.context === null ? '; the map holds no source lines' : ''
    const message = `Source map ${map}, found ${found}${lines}.`
    return { status: 'resolved', by, map, message, command: null }
  }
  return notResolved(resolution, uploadCommand(place, target))
}

export function explainedMapping(
  resolution: Resolution<unknown>,
  { project }: UploadTarget,
): FrameSymbolication {
  const command = `sentry-cli upload-proguard --project ${word(project, 'PROJECT')} mapping.txt`
  return explainedById(resolution, 'Mapping file', command)
}

export function explainedBundle(
  resolution: Resolution<unknown>,
  { project }: UploadTarget,
): FrameSymbolication {
  const command = `sentry-cli debug-files upload --project ${word(project, 'PROJECT')} --type jvm ./bundle`
  return explainedById(resolution, 'Source bundle', command)
}

function explainedById(resolution: Resolution<unknown>, kind: string, command: string): FrameSymbolication {
  if (resolution.status !== 'resolved') return notResolved(resolution, command)
  const { by, map } = resolution
  return { status: 'resolved', by, map, message: `${kind} ${map}, found by its debug ID.`, command: null }
}

function notResolved({ status, message }: Unresolved, command: string): FrameSymbolication {
  return { status, by: null, map: null, message, command }
}

/** For whatever shell it is pasted into: the names are strangers', and what one shell quotes another one runs. */
export function uploadCommand({ path }: CodePlace, { project, release, dist }: UploadTarget): string {
  const options = ['--project', word(project, 'PROJECT'), '--release', word(release, 'VERSION')]
  if (dist !== '') options.push('--dist', word(dist, 'DIST'))
  return `sentry-cli sourcemaps upload ${options.join(' ')} --url-prefix ${word(urlPrefix(path), 'URL_PREFIX')} ./dist`
}

/** As it is in every shell. */
const BARE = /^[\w.:/+][\w.:/+@=-]*$/
/** Literally in single quotes, in sh and PowerShell; nothing to cmd.exe, which does not know them. No option either. */
const QUOTABLE = /^[\p{L}\p{N}\p{M} .:/+@=,~#$*?_()[\]{}][\p{L}\p{N}\p{M} .:/+@=,~#$*?_()[\]{}-]*$/u

/** One word of a command; for a text that is not one in each shell, a word to replace. */
function word(text: string, otherwise: string): string {
  if (BARE.test(text)) return text
  return QUOTABLE.test(text) && !hidesText(text) ? `'${text}'` : otherwise
}
