import { useState } from 'react'
import type { Json, JsonObject } from '../../api/wire.ts'
import { formatCount, plural } from '../../format/number.ts'
import { classNames } from '../class-names.ts'
import { Button } from '../form/button.tsx'
import { EventText } from './event-text.tsx'
import { LongText } from './long-text.tsx'
import { OpenMark } from './open-mark.tsx'

/** Larger values start closed. */
const OPEN_VALUES = 12
const FIRST_ROWS = 50
const MORE_ROWS = 500
const PREVIEW_CHARS = 80
const SHORT_CHARS = 16

type Branch = Json[] | JsonObject

function isBranch(value: Json): value is Branch {
  return typeof value === 'object' && value !== null
}

/** A value of an event: text as it is, lists and objects as a tree. Only what is open is in the page. */
export function JsonTree({ value }: { value: Json }) {
  if (!isBranch(value)) return <Leaf value={value} />
  if (childrenOf(value).length === 0) return <>{Array.isArray(value) ? '[]' : '{}'}</>
  return <BranchView value={value} startsOpen={isSmall(value)} />
}

/** `[Filtered]` is marked as removed before storage. */
function Leaf({ value }: { value: string | number | boolean | null }) {
  if (value === '[Filtered]') {
    return (
      <span className="text-ink-3 italic" title="Removed by the scrubbing rules before it was stored">
        [Filtered]
      </span>
    )
  }
  return <LongText>{typeof value === 'string' ? value : String(value)}</LongText>
}

function BranchView({ value, startsOpen }: { value: Branch; startsOpen: boolean }) {
  const [open, setOpen] = useState(startsOpen)
  const [rows, setRows] = useState(FIRST_ROWS)
  const children = childrenOf(value)
  const left = children.length - rows
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-h-6 w-full min-w-0 items-baseline gap-2 text-left text-ink-3 hover:text-ink"
      >
        <OpenMark open={open} className="flex-none self-center" />
        <span className="whitespace-nowrap">
          {plural(children.length, Array.isArray(value) ? 'item' : 'field')}
        </span>
        {!open && (
          <span className="min-w-0 truncate">
            <EventText>{preview(value)}</EventText>
          </span>
        )}
      </button>
      {open && (
        <ul className="ml-[5px] border-l border-line pl-3">
          {children.slice(0, rows).map(([key, child]) => (
            <Child key={key} name={key} value={child} />
          ))}
          {left > 0 && (
            <li className="py-1">
              <Button size="small" onClick={() => setRows(rows + MORE_ROWS)}>
                Show {formatCount(Math.min(left, MORE_ROWS))} more of {formatCount(children.length)}
              </Button>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

function Child({ name, value }: { name: string; value: Json }) {
  // Words need a line of some width; a number stays beside its name.
  const isShort = !isBranch(value) && String(value).length <= SHORT_CHARS
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      <span className="max-w-full break-all text-ink-2">
        <EventText>{name}</EventText>:
      </span>
      <span
        className={classNames(
          'max-w-full min-w-0 break-words whitespace-pre-wrap',
          !isShort && 'flex-1 basis-40',
        )}
      >
        <JsonTree value={value} />
      </span>
    </li>
  )
}

function childrenOf(value: Branch): [string, Json][] {
  return Array.isArray(value) ? value.map((child, index) => [String(index), child]) : Object.entries(value)
}

/** The names of an object, or the plain values of a list. */
function preview(value: Branch): string {
  const words = Array.isArray(value)
    ? value.slice(0, 8).map((child) => (isBranch(child) ? '…' : String(child)))
    : Object.keys(value).slice(0, 8)
  const text = words.join(', ')
  return text.length > PREVIEW_CHARS ? `${text.slice(0, PREVIEW_CHARS)}…` : text
}

/** True if a few rows show everything; looks at no more values than that. */
function isSmall(value: Branch): boolean {
  let left = OPEN_VALUES
  const waiting: Branch[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const children = Array.isArray(next) ? next : Object.values(next)
    left -= children.length
    if (left < 0) return false
    waiting.push(...children.filter(isBranch))
  }
  return true
}
