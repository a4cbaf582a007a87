import type { StackFrame } from '#contract/event/event.ts'
import type { IssueContext } from '#contract/issue/context.ts'
import { breadcrumbs, exceptionChain, stackFrames } from '../event/view.ts'
import { isJsonObject, type JsonObject } from '../json/json.ts'
import { maskedEmail } from '../text/inert-text.ts'
import type { TextShower } from '../text/shown-text.ts'
import type { ContextDetail } from './detail.ts'

type Client = IssueContext['client']
type Frame = Client['frames'][number]

type EventPart = Pick<
  Client,
  | 'transaction'
  | 'exceptions'
  | 'frames'
  | 'minified'
  | 'variables'
  | 'breadcrumbs'
  | 'request'
  | 'user'
  | 'tags'
  | 'contexts'
  | 'extra'
>

export interface ShownEvent {
  payload: JsonObject
  /** Where the source of a frame is shown; null: nowhere. */
  linkOf(frame: StackFrame): string | null
}

export function contextOfEvent(
  { payload, linkOf }: ShownEvent,
  show: TextShower,
  detail: ContextDetail,
): EventPart {
  const { pairs: most, json: limit } = detail
  const all = stackFrames(payload)
  const { frames, variables } = contextFrames({ all, linkOf }, show, detail)
  return {
    transaction: show.line(typeof payload.transaction === 'string' ? payload.transaction : ''),
    exceptions: contextExceptions(payload, show, detail),
    frames,
    minified: show.line(unresolvedReason(all)),
    variables,
    breadcrumbs: contextBreadcrumbs(payload, show, detail),
    request: contextRequest(payload.request, show, detail),
    user: contextUser(payload.user, show, detail),
    tags: show.pairs('tags', payload.tags, { most, limit }),
    contexts: show.pairs('contexts', payload.contexts, { most, limit }),
    extra: show.pairs('extra values', payload.extra, { most, limit }),
  }
}

function contextExceptions(payload: JsonObject, show: TextShower, { exceptions }: ContextDetail) {
  const chain = exceptionChain(payload).toReversed()
  return show.first('exceptions', chain, exceptions).map(({ type, value, mechanism, handled }) => ({
    type: show.line(type),
    value: show.lines(value).join('\n'),
    mechanism: [show.line(mechanism), handled === null ? '' : handled ? 'handled' : 'not handled']
      .filter((word) => word !== '')
      .join(', '),
  }))
}

function suspectIndex(frames: readonly StackFrame[]): number {
  const index = frames.findIndex((frame) => frame.in_app)
  return index === -1 && frames.length > 0 ? 0 : index
}

/** Frames of the app and the innermost one, newest first. */
function contextFrames(
  { all, linkOf }: { all: StackFrame[] } & Pick<ShownEvent, 'linkOf'>,
  show: TextShower,
  detail: ContextDetail,
) {
  const newestFirst = all.toReversed()
  const suspect = newestFirst[suspectIndex(newestFirst)]
  const hasApp = newestFirst.some((frame) => frame.in_app)
  const wanted = newestFirst.filter((frame, index) => !hasApp || frame.in_app || index === 0)
  const shown = wanted.slice(0, detail.frames)
  const left = newestFirst.length - shown.length
  if (left > 0) show.omissions.push({ what: 'frames', shown: shown.length, total: newestFirst.length })
  const frames = shown.map((frame) => {
    const isSuspect = frame === suspect
    const link = isSuspect ? linkOf(frame) : null
    return {
      ...contextFrame(frame, show, isSuspect ? detail.sourceLines : 0),
      suspect: isSuspect,
      source_url: link && show.line(link),
    }
  })
  const { pairs: most, json: limit } = detail
  return { frames, variables: show.pairs('variables', suspect?.vars ?? {}, { most, limit }) }
}

/** Why the innermost frame without its source has none. */
function unresolvedReason(all: readonly StackFrame[]): string {
  const frame = all.findLast(({ symbolication }) => symbolication && symbolication.status !== 'resolved')
  return frame?.symbolication?.message ?? ''
}

function contextFrame(
  frame: StackFrame,
  show: TextShower,
  around: number,
): Omit<Frame, 'suspect' | 'source_url'> {
  return {
    function: show.line(calledName(frame)),
    file: show.line(frame.filename ?? frame.abs_path ?? frame.module),
    line: frame.lineno,
    column: frame.colno,
    in_app: frame.in_app,
    source: sourceOf(frame, around).map((line) => show.line(line)),
  }
}

/** With its class or package if the file's name alone does not lead to it: `com.shop.Cart.pay` in `Cart.java`. */
function calledName({ function: name, module, filename }: StackFrame): string | null {
  const isQualified = name !== null && module?.includes('.') && filename !== null && !/[/\\]/.test(filename)
  return isQualified ? `${module}.${name}` : name
}

function sourceOf(frame: StackFrame, around: number): string[] {
  if (frame.context_line === null) return []
  const { pre_context, context_line, post_context, lineno } = frame
  const before = around === 0 ? [] : pre_context.slice(-around)
  const lines = [...before, context_line, ...post_context.slice(0, around)]
  if (around === 0) return [context_line.trim()]
  const first = (lineno ?? before.length + 1) - before.length
  return lines.map((line, index) => `${index === before.length ? '>' : ' '} ${first + index} | ${line}`)
}

function contextBreadcrumbs(
  payload: JsonObject,
  show: TextShower,
  { breadcrumbs: most, json }: ContextDetail,
) {
  const all = breadcrumbs(payload)
  if (all.length > most) show.omissions.push({ what: 'breadcrumbs', shown: most, total: all.length })
  return all.slice(all.length - Math.min(most, all.length)).map((crumb) => {
    const parts = [crumb.timestamp, crumb.level, crumb.category ?? crumb.type].map((part) =>
      show.line(part, 60),
    )
    const data = crumb.data === null ? '' : show.json(crumb.data, json)
    return [...parts, show.line(crumb.message), data].filter((part) => part !== '').join(' ')
  })
}

/** Cookies and what the server keeps of its environment are left out, whatever they hold. */
function contextRequest(request: unknown, show: TextShower, detail: ContextDetail): string[] {
  if (!isJsonObject(request)) return []
  const { cookies: _cookies, env: _env, headers, ...rest } = request
  const { pairs: most, json: limit } = detail
  const named = isJsonObject(headers)
    ? Object.fromEntries(
        Object.entries(headers).filter(([name]) => !/^(?:cookie|set-cookie|authorization)$/i.test(name)),
      )
    : {}
  return [
    ...show.pairs('request fields', rest, { most, limit }),
    ...show.pairs('headers', named, { most, limit }).map((line) => `header ${line}`),
  ]
}

function contextUser(user: unknown, show: TextShower, { pairs, json }: ContextDetail): string[] {
  if (!isJsonObject(user) || pairs === 0) return []
  const { id, username, email } = user
  const masked = (value: unknown) =>
    typeof value === 'string' && value.includes('@') ? maskedEmail(value) : value
  return Object.entries({ id: masked(id), username: masked(username), email: masked(email) })
    .filter((entry): entry is [string, string | number] => ['string', 'number'].includes(typeof entry[1]))
    .map(([name, value]) => `${name}: ${show.line(String(value), Math.max(40, json))}`)
}
