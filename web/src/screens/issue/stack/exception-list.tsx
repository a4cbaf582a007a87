import { useId, useState } from 'react'
import { EventText } from '../../../components/display/event-text.tsx'
import { Button } from '../../../components/form/button.tsx'
import { formatCount } from '../../../format/number.ts'
import type { ExceptionNode } from './exception-tree.ts'
import { ExceptionView } from './exception-view.tsx'
import { GroupMembers } from './group-members.tsx'
import { chosenMember, type ShownException, shownExceptions } from './shown-exceptions.ts'

/** Stacks of a chain that start open; a longer chain starts with the first two and the root cause open. */
const ALL_OPEN = 3
/** A longer chain shows its beginning and its end. */
const FIRST_SHOWN = 20
const LAST_SHOWN = 3
/** Deeper groups are not moved further to the right. */
const INDENTS = ['', 'ml-3 sm:ml-5', 'ml-6 sm:ml-10', 'ml-9 sm:ml-[60px]']

interface ExceptionListProps {
  root: ExceptionNode
  platform: string
  whole: boolean
  isIncomplete: boolean
  /** Title of the page, which is not repeated here. */
  title: string
}

/** The exceptions of an event: the one that was caught, its causes below it, members of groups side by side. */
export function ExceptionList({ root, platform, whole, isIncomplete, title }: ExceptionListProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, number>>(new Map())
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [all, setAll] = useState(false)
  const id = useId()
  const list = shownExceptions(root, chosen, isIncomplete)
  const startsOpen = (index: number) =>
    list.length <= ALL_OPEN || index < 2 || list[index]?.isRootCause === true
  const isOpen = (index: number) => toggled.get(list[index]!.node.place) ?? startsOpen(index)
  const set = (place: number, open: boolean) => setToggled(new Map(toggled).set(place, open))
  const left = all ? 0 : Math.max(0, list.length - FIRST_SHOWN - LAST_SHOWN)
  const goTo = ({ node }: ShownException) => {
    set(node.place, true)
    document.getElementById(`${id}${node.place}`)?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      {list.length > 2 && left === 0 && list.length <= FIRST_SHOWN && <Outline list={list} onGo={goTo} />}
      {list.map((shown, index) => {
        if (index === FIRST_SHOWN && left > 0) {
          return (
            <Button key="left" size="small" className="mb-4" onClick={() => setAll(true)}>
              Show {formatCount(left)} more exceptions
            </Button>
          )
        }
        if (index > FIRST_SHOWN && index < FIRST_SHOWN + left) return null
        const { node, depth } = shown
        return (
          <div key={node.place} className={INDENTS[Math.min(depth, INDENTS.length - 1)]}>
            <ExceptionView
              shown={shown}
              id={`${id}${node.place}`}
              platform={platform}
              whole={whole}
              named={isNews(node, list.length, title)}
              open={isOpen(index)}
              onToggle={list.length > 1 ? () => set(node.place, !isOpen(index)) : undefined}
            />
            {node.members.length > 0 && (
              <GroupMembers
                group={node}
                chosen={chosenMember(node, chosen)}
                onChoose={(member) => setChosen(new Map(chosen).set(node.place, member.place))}
              />
            )}
          </div>
        )
      })}
    </>
  )
}

/** The heading of the page has said it already, if there is one exception and its text fits the title. */
function isNews(node: ExceptionNode, count: number, title: string): boolean {
  if (node.type === '' && node.value === '') return false
  return count > 1 || title !== [node.type, node.value].filter(Boolean).join(': ')
}

/** The whole chain at a glance, each with a way to its stack. */
function Outline({ list, onGo }: { list: readonly ShownException[]; onGo: (shown: ShownException) => void }) {
  return (
    <ol
      aria-label="Exceptions of this event"
      className="mb-4 rounded-field border border-line bg-surface px-3 py-1.5 text-small"
    >
      {list.map((shown) => (
        <li key={shown.node.place} className={INDENTS[Math.min(shown.depth, INDENTS.length - 1)]}>
          <button
            type="button"
            onClick={() => onGo(shown)}
            className="block w-full truncate py-0.5 text-left text-ink-2 hover:text-ink"
          >
            <b className="font-semibold">
              <EventText>{shown.node.type || 'Error'}</EventText>
            </b>{' '}
            <EventText>{shown.node.value.slice(0, 200)}</EventText>
            {shown.isRootCause && <span className="text-ink-3"> · root cause</span>}
          </button>
        </li>
      ))}
    </ol>
  )
}
