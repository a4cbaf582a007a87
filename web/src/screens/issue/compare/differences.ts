import type { IssueEvent, Json, JsonObject } from '../../../api/wire.ts'
import { formatUtc } from '../../../format/time.ts'
import { entriesOf, isObject, objectOf, textOf, valuesOf } from '../payload.ts'
import { frameName } from '../stack/frame-name.ts'
import { stackOf, stackOfFrames } from '../stack/read-frame.ts'

/** A field of one of two events or of both; the text is empty if an event does not have it. */
export interface ComparedField {
  section: string
  name: string
  these: [string, string]
}

/** Deeper values are compared as a whole. */
const DEPTH = 4
/** Of each event: more than a person compares, few enough to draw. */
const FIELDS = 2000
const FRAMES = 100

type Fields = Map<string, Omit<ComparedField, 'these'> & { text: string }>

/** All fields of two events of an issue, in the order of the event's page. */
export function comparedFields(one: IssueEvent, other: IssueEvent): ComparedField[] {
  const [left, right] = [fieldsOf(one), fieldsOf(other)]
  const keys = [...new Set([...left.keys(), ...right.keys()])]
  const fields = keys.map((key) => {
    const { section, name } = (left.get(key) ?? right.get(key))!
    const these: [string, string] = [left.get(key)?.text ?? '', right.get(key)?.text ?? '']
    return { section, name, these }
  })
  // A field that only the other event has comes last otherwise, behind a section that is over.
  return SECTIONS.flatMap((section) => fields.filter((field) => field.section === section))
}

export const isDifferent = ({ these: [one, other] }: ComparedField): boolean => one !== other

const SECTIONS = ['Event', 'Exception', 'Stack trace', 'Request', 'User', 'Tags', 'Contexts', 'Extra']

function fieldsOf(event: IssueEvent): Fields {
  const fields: Fields = new Map()
  const payload = event.payload_json
  const add = (section: string, name: string, value: Json | undefined) => {
    if (value === undefined || value === null || value === '' || fields.size >= FIELDS) return
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    fields.set(`${section}\n${name}`, { section, name, text })
  }
  const addAll = (section: string, entries: Iterable<[string, Json]>) => {
    for (const [name, value] of entries) add(section, name, value)
  }
  addAll('Event', eventEntries(event))
  addAll('Exception', exceptionEntries(payload))
  addAll('Stack trace', frameEntries(event))
  addAll('Request', requestEntries(objectOf(payload.request)))
  for (const [section, value] of [
    ['User', payload.user],
    ['Tags', Object.fromEntries(entriesOf(payload.tags))],
    ['Contexts', payload.contexts],
    ['Extra', payload.extra],
  ] as const) {
    addAll(section, leaves(objectOf(value)))
  }
  return fields
}

/** The ID differs always, and says nothing. */
function eventEntries(event: IssueEvent): [string, Json][] {
  const { transaction, logger, level, server_name, dist, sdk } = event.payload_json
  const { name, version } = objectOf(sdk)
  return Object.entries({
    Time: formatUtc(event.occurred_at),
    Message: messageOf(event.payload_json),
    Level: level ?? null,
    Environment: event.environment,
    Release: event.release,
    Dist: dist ?? null,
    Platform: event.platform,
    Transaction: transaction ?? null,
    Server: server_name ?? null,
    Logger: logger ?? null,
    SDK: [textOf(name), textOf(version)].filter(Boolean).join(' '),
  })
}

function messageOf({ logentry, message }: JsonObject): string {
  const entry = objectOf(logentry)
  return textOf(entry.formatted) || textOf(entry.message) || textOf(message)
}

function exceptionEntries({ exception }: JsonObject): [string, Json][] {
  return valuesOf(exception).map(({ type, value }, place) => [
    `Exception ${place + 1}`,
    [textOf(type), textOf(value)].filter(Boolean).join(': '),
  ])
}

/** Calls by their distance from the failure: deeper stacks of the same kind stay side by side. */
function frameEntries(event: IssueEvent): [string, Json][] {
  const last = valuesOf(event.payload_json.exception).at(-1)
  const stack = last?.stacktrace ? stackOf(last) : stackOfFrames(event.stack_frames)
  return stack
    .frames()
    .slice(0, FRAMES)
    .map((frame, place) => {
      const { qualifier, name, place: where } = frameName(frame, event.platform)
      return [
        place === 0 ? 'Failing call' : `Caller ${place}`,
        [`${qualifier}${name}`, where].join(' ').trim(),
      ]
    })
}

function requestEntries({ headers, cookies, query_string: query, ...request }: JsonObject): [string, Json][] {
  return [
    ...leaves({ ...request, query: query ?? null, cookies: cookies ?? null }),
    ...entriesOf(headers).map(([name, value]): [string, Json] => [`headers.${name}`, value]),
  ]
}

/** Values by their path, such as `device.memory_size`. */
function leaves(value: JsonObject, path: readonly string[] = []): [string, Json][] {
  return Object.entries(value).flatMap(([key, entry]): [string, Json][] => {
    const at = [...path, key]
    return isObject(entry) && at.length < DEPTH ? leaves(entry, at) : [[at.join('.'), entry]]
  })
}
